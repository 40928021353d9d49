#!/usr/bin/python3
"""agent: plays by lines (spec/LINES.md) what a language model says, at any address that answers as OpenAI's chat completions do.

    fiel bridge lines "./agent.py http://127.0.0.1:8080/v1 MODEL" --connect ...
    fiel match --jail none --bot "lines:./agent.py http://127.0.0.1:8080/v1 MODEL" --bot cauto --clock bank=4h,inc=0s,cap=5m,grace=1s,start=1m

A key, where the address wants one, is in AGENT_KEY of the environment.
"""
import http.client
import json
import os
import sys
import urllib.request

url, model = sys.argv[1].rstrip("/"), sys.argv[2]
SYSTEM = ("You play truco. You are told the table as JSON, what was said since, and the legal words. "
          "Think briefly, and end your answer with exactly one of the legal words on a line of its own.")


def complete(messages, seconds):
    headers = {"Content-Type": "application/json"}
    if os.environ.get("AGENT_KEY"):
        headers["Authorization"] = "Bearer " + os.environ["AGENT_KEY"]
    body = json.dumps({"model": model, "messages": messages}).encode()
    with urllib.request.urlopen(urllib.request.Request(url + "/chat/completions", body, headers), timeout=seconds) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]


def chosen(text, legal):
    """The legal word that stands last in the answer, the longer one where two end there; None: none does."""
    found = [(text.rfind(word) + len(word), len(word), word) for word in legal if word in text]
    return max(found)[2] if found else None


def modest(legal):
    return next((word for word in legal if word.startswith("no-") or word.startswith("play ")), legal[0])


def prompt(told):
    view = {key: value for key, value in told["view"].items() if value not in (None, [], 0, "")}
    return "table: %s\nyour seat: %d\nsaid: %s\nlegal: %s" % (
        json.dumps(view), told["view"]["seat"], json.dumps(told["said"]), ", ".join(told["legal"]))


def decide(told):
    """Asks, and once more where the answer has no legal word; a modest action where nobody answers in time."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt(told)}]
    for _ in range(2):
        try:
            text = complete(messages, max(1, told["ms"] / 1000 / 2 - 2))
        except (OSError, ValueError, LookupError, http.client.HTTPException) as why:
            print("agent:", why, file=sys.stderr)
            break
        word = chosen(text, told["legal"])
        print("agent: request %d: %s" % (told["request"], word), file=sys.stderr)
        if word:
            return word
        messages += [{"role": "assistant", "content": text}, {"role": "user", "content": "That is none of: " + ", ".join(told["legal"])}]
    return modest(told["legal"])


for line in sys.stdin:
    heard = json.loads(line)
    if "legal" in heard:
        print(json.dumps({"do": decide(heard) if "request" in heard else heard["legal"][0]}), flush=True)
