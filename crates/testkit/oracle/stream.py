"""Little-endian bytes that are read from the first to the last."""

import struct


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, count):
        assert self.at + count <= len(self.data), "data that ends early"
        self.at += count
        return self.data[self.at - count : self.at]

    def values(self, codes):
        return struct.unpack("<" + codes, self.bytes(struct.calcsize("<" + codes)))

    def u8(self):
        return self.values("B")[0]

    def u32(self):
        return self.values("I")[0]

    def u64(self):
        return self.values("Q")[0]

    def text(self):
        end = self.data.index(b"\0", self.at)
        name = self.bytes(end - self.at).decode()
        self.at += 1
        return name

    def is_at_end(self):
        return self.at == len(self.data)
