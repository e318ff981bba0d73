"""What the RO-Crate must be for others: loaded by `rocrate`, every hash that of the file, every action with all that it needs."""

import hashlib
from pathlib import Path

from rocrate.rocrate import ROCrate

crate = ROCrate(".")
tables = 0
for entity in crate.get_entities():
    if "File" in entity.type:
        content = Path(entity.id).read_bytes()
        assert int(entity["contentSize"]) == len(content), entity.id
        assert entity["license"], entity.id
        if entity.get("sha256"):
            assert entity["sha256"] == hashlib.sha256(content).hexdigest(), entity.id
root = crate.root_dataset
for name in ("name", "description", "datePublished", "license", "author", "hasPart"):
    assert root[name], name
actions = [entity for entity in crate.get_entities() if entity.type == "CreateAction"]
for action in actions:
    assert action["object"] and action["instrument"], action.id
    assert any(file.id.endswith(".csv") for file in action["result"]), action.id
    assert all("File" in file.type for file in action["result"]), action.id
    tables += 1
assert tables, "no figure in the crate"

print(f"crate: {tables} tables with inputs, code, parameters and licence")
