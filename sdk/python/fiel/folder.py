"""The state folder of one match: keys, chain secret, and what was told so far, as a number and a head (P1, P10)."""

import errno
import os
import struct

import nacl.signing

from .notation import ZERO32

TOLD = struct.Struct(">32sQ32s")  # match_id, have, head: the file has this size however long the match is


class Folder:
    """What outlives the process. A bot that is started again in the same folder goes on where it was."""

    def __init__(self, path, seed=None):
        """`seed`: 32 bytes, the Ed25519 seed of a binding; without it the folder has a key of its own."""
        self.path = path
        self.reborn = os.path.exists(os.path.join(path, "chain-secret"))  # there was a process before this one
        self.key = nacl.signing.SigningKey(seed or self.secret("key"))
        self.chain_secret = self.secret("chain-secret")
        self.told = os.open(os.path.join(path, "told"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        kept = os.pread(self.told, TOLD.size, 0)
        self.match_id, self.have, self.head = TOLD.unpack(kept) if len(kept) == TOLD.size else (ZERO32, 0, ZERO32)

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

    def match_is(self, match_id):
        """Is it this folder's match? The first one is written down: a folder is for one."""
        return not self.have or self.match_id == match_id

    def keep(self, match_id, have, head):
        """Before anything leaves the process: so many messages were told to it, and this is the head of them (D7)."""
        if os.pwrite(self.told, TOLD.pack(match_id, have, head), 0) != TOLD.size:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def sync(self):
        """Waits for the disk. What a bot joins or signs has to outlive its machine where it has one of its own; where it
        shares the arbiter's, a power cut ends the match."""
        for name in ("", "chain-secret", "told"):
            path = os.path.join(self.path, name)
            if os.path.exists(path):
                descriptor = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)

    def close(self):
        """Ends the writing."""
        os.close(self.told)
