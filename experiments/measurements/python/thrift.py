"""The compact protocol of Thrift, in which Parquet writes its footer and its filters' heads."""

from protocol import NotMeasured


class Thrift:
    """Structures of the compact protocol, as a dictionary from the number of a field to its value."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def integer(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def value(self, kind):
        if kind == 3:
            return self.byte()
        if kind in (4, 5, 6):
            return self.integer()
        if kind == 7:
            self.at += 8
            return self.data[self.at - 8 : self.at]
        if kind == 8:
            length = self.varint()
            self.at += length
            return self.data[self.at - length : self.at]
        if kind in (9, 10):
            head = self.byte()
            count = head >> 4 if head >> 4 < 15 else self.varint()
            # the booleans of a list take a byte each
            return [self.value(3 if head & 15 in (1, 2) else head & 15) for _ in range(count)]
        if kind == 12:
            return self.structure()
        raise NotMeasured(f"the file has a field of type {kind}")

    def structure(self):
        fields, number = {}, 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.integer()
            fields[number] = head & 15 == 1 if head & 15 in (1, 2) else self.value(head & 15)
        return fields
