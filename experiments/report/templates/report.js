(function () {
  // A figure inside a closed <details> has no width; give it one when it is opened.
  document.querySelectorAll("details").forEach((box) => box.addEventListener("toggle", () => {
    box.querySelectorAll(".plotly-graph-div").forEach((plot) => Plotly.Plots.resize(plot));
  }));
  const panel = document.getElementById("lost");
  const data = document.getElementById("lost-probes");
  if (!panel || !data) return;
  const probes = JSON.parse(data.textContent);
  const names = JSON.parse(document.getElementById("stage-names").textContent);
  function item(probe) {
    const line = document.createElement("li");
    const asked = document.createElement("div");
    asked.textContent = "“" + probe.question + "” — asked of " + probe.life + " on " + probe.asked_at.slice(0, 10) + " (" + probe.kind + ")";
    const outcome = document.createElement("div");
    outcome.className = "note";
    outcome.textContent = "right: " + (probe.expected || "nothing known") + " · answered: " + probe.answer + (probe.why ? " · " + probe.why : "");
    line.append(asked, outcome);
    return line;
  }
  function show(trial, stage, kind) {
    const found = probes.filter((p) => p.trial === trial && p.lost_at === stage && (kind === "all" || p.kind === kind));
    panel.replaceChildren();
    const title = document.createElement("strong");
    title.textContent = trial + ", " + names[stage] + (kind === "all" ? "" : ", " + kind) + ": " + (found.length ? "some of these questions" : "no question listed");
    const list = document.createElement("ol");
    found.forEach((probe) => list.append(item(probe)));
    panel.append(title, list);
    panel.hidden = false;
  }
  document.querySelectorAll("[data-funnel]").forEach((figure) => {
    const plot = figure.querySelector(".plotly-graph-div");
    plot.on("plotly_click", (event) => {
      const point = event.points[0];
      show(point.y, point.customdata, figure.dataset.funnel);
      panel.scrollIntoView({ block: "nearest" });
    });
  });
})();
