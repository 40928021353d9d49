#!/usr/bin/python3
"""Plays the first legal word, and holds what hands paid against the score; its vice begins with the fourth line that asks."""

import json
import os
import socket
import sys
import time

vice = (sys.argv + ["none"])[1]

INSTEAD = {  # of its answer
    "accents": "x" + "é" * 60,
    "list": "[1]",
    "number": '{"do":7}',
    "word": '{"do":"sing"}',
    "illegal": '{"do":"eleven-run"}',
}


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def flood_of_answers():
    end = socket.socket(fileno=1)
    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    lines = (b'{"request":9999,"a":[' + b"{}," * 1300 + b"0]}\n") * 64
    while True:
        os.write(1, lines)


def kill_bridge():
    of = open("/proc/%d/stat" % os.getppid()).read().split(") ")[1].split()[1]
    for pid in open("/proc/%s/task/%s/children" % (of, of)).read().split():
        if open("/proc/%s/comm" % pid).read() == "bridge\n":
            os.kill(int(pid), 9)


def misbehave(answer):
    """What is answered."""
    if vice == "flood":
        while True:
            say("x" * 65536)
    elif vice == "others":
        flood_of_answers()
    elif vice in ("debug", "first"):
        say("here I am\n")
    elif vice == "bytes":
        os.write(1, b"hola \xe9\xff\n")
    elif vice == "after":
        return answer + "\n{}"
    elif vice == "twice":
        say(answer + "\n")
    elif vice == "late":
        time.sleep(2.5)
    elif vice == "skips":
        return None
    elif vice == "kills":
        kill_bridge()
    elif vice == "leaves":
        sys.exit(0)
    elif vice == "fails":
        sys.exit(3)
    elif vice == "last":
        say("good bye\n")
        sys.exit(3)
    elif vice == "closes":
        os.close(0)
        os.close(1)
        time.sleep(60)
    elif vice == "forks":
        if os.fork() == 0:
            time.sleep(60)
        sys.exit(0)
    elif vice == "once" and not os.path.exists("been"):
        open("been", "w").close()
        sys.exit(3)
    return INSTEAD.get(vice, answer)


asked, score, over = 0, None, False
for line in sys.stdin:
    told = json.loads(line)
    for said in told.get("said", ()):
        if "points" in said and score:
            score = [a + b for a, b in zip(score, said["points"])]
        over = over or "game" in said
        if said.get("hand") == 1 or over and "hand" in said:
            score, over = [0, 0], False
    if score and "view" in told and told["said"] and "hand" in told["said"][-1]:
        assert told["view"]["score"] == score, told
    if "legal" not in told:
        continue
    asked += 1
    answer = {"do": told["legal"][0]}
    if vice == "signs" and told.get("signs") and told["view"]["phase"] == "signs":
        answer["signs"] = [{"sign": "bad", "to": (told["view"]["seat"] + 2) % 4}]
    if vice == "skips" and asked == 5:
        answer["request"] = told["request"]
    if vice == "random" and asked == 1:
        answer = {"do": "ready", "random": "5a" * 32}
    text = json.dumps(answer)
    if asked == 4 or vice == "first":
        text = misbehave(text)
    if text is not None:
        say(text + "\n")
