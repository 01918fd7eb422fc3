"""What a model would say to the prompts of mem0, LangMem and Graphiti: whatever the user said."""

import json
import re

HUMAN = re.compile(r"= Human Message =+\n\n(.*?)(?=\n\n=|\n</session>)", re.S)


def as_mem0(asked):
    """Every line of the user's in the new messages is a fact."""
    prompt = asked["messages"][-1]["content"]
    new = prompt[prompt.rindex("## New Messages") : prompt.rindex("## Observation Date")]
    return json.dumps({"memory": [{"text": each, "attributed_to": "user"} for each in lines(new)]})


def as_langmem(asked):
    """Every message of the user's is a memory, inserted by a tool call."""
    said = HUMAN.findall(asked["messages"][-1]["content"])
    return {"tool_calls": [called(number, text) for number, text in enumerate(said)]}


def as_graphiti(asked):
    """Every line of the user's is a fact about the user and its last word."""
    prompt = asked["messages"][-1]["content"]
    return json.dumps(GRAPH[asked["response_format"]["json_schema"]["name"]](prompt))


def called(number, text):
    given = {"name": "Memory", "arguments": json.dumps({"content": text})}
    return {"id": f"call_{number}", "type": "function", "function": given}


def lines(text):
    """The user's lines, each once."""
    said = [each.removeprefix("user: ") for each in text.splitlines() if each.startswith("user: ")]
    return list(dict.fromkeys(said))


def last_word(line):
    return line.split()[-1].strip(".?!")


def between(prompt, name):
    found = re.findall(rf"<{name}>\n(.*?)\n</{name}>", prompt, re.S)
    return found[-1] if found else ""


def _entities(prompt):
    names = ["user", *(last_word(line) for line in lines(between(prompt, "CURRENT MESSAGE")))]
    return {"extracted_entities": [{"name": name, "entity_type_id": 0} for name in names]}


def _edges(prompt):
    return {
        "edges": [
            {
                "source_entity_name": "user",
                "target_entity_name": last_word(line),
                "relation_type": "TOLD",
                "fact": line,
            }
            for line in lines(between(prompt, "CURRENT_MESSAGE"))
        ]
    }


def _resolutions(prompt):
    """Entities are the same when they have the same name."""
    existing = json.loads(between(prompt, "EXISTING ENTITIES"))
    known = {each["name"]: each["candidate_id"] for each in reversed(existing)}
    new = json.loads(between(prompt, "ENTITIES"))
    found = [
        {
            "id": each["id"],
            "name": each["name"],
            "duplicate_candidate_id": known.get(each["name"], -1),
        }
        for each in new
    ]
    return {"entity_resolutions": found}


def _since(prompt):
    """A fact holds from when it was told."""
    return {"valid_at": between(prompt, "REFERENCE TIME").replace(" ", "T"), "invalid_at": None}


GRAPH = {
    "ExtractedEntities": _entities,
    "ExtractedEdges": _edges,
    "NodeResolutions": _resolutions,
    "EdgeDuplicate": lambda prompt: {"duplicate_facts": [], "contradicted_facts": []},
    "EdgeTimestamps": _since,
    "BatchEdgeTimestamps": lambda prompt: {"timestamps": []},
    "SummarizedEntities": lambda prompt: {"summaries": []},
    "EntitySummary": lambda prompt: {"summary": ""},
}
