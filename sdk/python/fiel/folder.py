"""The state folder of one match: keys, chain secret, the messages so far (P1, P10)."""

import os
import struct

import nacl.signing


class Folder:
    """What outlives the process. A bot that is started again in the same folder goes on where it was."""

    def __init__(self, path, seed=None):
        """`seed`: 32 bytes, the Ed25519 seed of a binding; without it the folder has a key of its own."""
        self.path = path
        self.reborn = os.path.exists(os.path.join(path, "chain-secret"))  # there was a process before this one
        self.key = nacl.signing.SigningKey(seed or self.secret("key"))
        self.chain_secret = self.secret("chain-secret")
        self.journal = open(os.path.join(path, "messages"), "ab")

    def secret(self, name):
        """32 random bytes, made when the file is missing."""
        path = os.path.join(self.path, name)
        if not os.path.exists(path):
            descriptor = os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(descriptor, "wb") as file:
                file.write(os.urandom(32))
                file.flush()
                os.fsync(file.fileno())
            os.rename(path + ".new", path)
        with open(path, "rb") as file:
            return file.read()

    def messages(self):
        """The messages kept; what was half written when the bot died is cut off."""
        path = os.path.join(self.path, "messages")
        with open(path, "rb") as file:
            data = file.read()
        kept, at = [], 0
        while at + 4 <= len(data):
            end = at + 4 + struct.unpack_from(">I", data, at)[0]
            if end > len(data):
                break
            kept.append(data[at + 4:end])
            at = end
        os.truncate(path, at)
        return kept

    def match_is(self, match_id):
        """Is it this folder's match? The first one is written down: a folder is for one."""
        path = os.path.join(self.path, "match")
        if not os.path.exists(path):
            with open(path, "w", encoding="ascii") as file:
                file.write(match_id.hex())
            return True
        with open(path, encoding="ascii") as file:
            return file.read() == match_id.hex()

    def answers(self):
        """{(table, request): (action, signs)} that were said before, so that they are said the same again."""
        path, said = os.path.join(self.path, "answers"), {}
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                for line in file.read().split("\n")[:-1]:
                    table, request, action, *signs = map(int, line.split())
                    said[table, request] = (action, signs)
        return said

    def keep_answer(self, table, request, action, signs):
        """Adds an answer, before it is sent; the newest to a request counts."""
        with open(os.path.join(self.path, "answers"), "a", encoding="ascii") as file:
            file.write(" ".join(map(str, [table, request, action, *signs])) + "\n")

    def keep(self, raw):
        """Adds a message, before anything that it causes leaves the process."""
        self.journal.write(struct.pack(">I", len(raw)) + raw)
        self.journal.flush()

    def sync(self):
        """Waits for the disk. What a bot joins or signs has to outlive its machine where it has one of its own; where it
        shares the arbiter's, a power cut ends the match."""
        for name in ("", "chain-secret", "messages", "answers", "match"):
            path = os.path.join(self.path, name)
            if os.path.exists(path):
                descriptor = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)

    def close(self):
        """Ends the writing."""
        self.journal.close()
