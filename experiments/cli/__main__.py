"""``python -m experiments.cli`` is ``lifeworld``, also where no script is installed."""

from experiments.cli.main import run

if __name__ == "__main__":
    run()
