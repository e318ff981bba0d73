"""What the RO-Crate must be for others: loaded by `rocrate`, valid for RO-Crate 1.1, and every hash that of the file."""

import hashlib
from pathlib import Path

from rocrate.rocrate import ROCrate
from rocrate_validator import models, services

crate = ROCrate(".")
tables = 0
for entity in crate.get_entities():
    if "File" in entity.type:
        content = Path(entity.id).read_bytes()
        assert int(entity["contentSize"]) == len(content), entity.id
        assert entity["license"], entity.id
        if entity.get("sha256"):
            assert entity["sha256"] == hashlib.sha256(content).hexdigest(), entity.id
actions = [entity for entity in crate.get_entities() if entity.type == "CreateAction"]
for action in actions:
    assert action["object"] and action["instrument"], action.id
    assert any(file.id.endswith(".csv") for file in action["result"]), action.id
    tables += 1
assert tables, "no figure in the crate"

settings = services.ValidationSettings(
    rocrate_uri=".", profile_identifier="ro-crate-1.1", requirement_severity=models.Severity.REQUIRED, offline=False
)
result = services.validate(settings)
for issue in result.get_issues():
    print(issue.severity.name, issue.check.identifier, issue.message)
assert not result.has_issues(), "not a valid RO-Crate"
print(f"crate: {tables} tables with inputs, code, parameters and licence; valid for RO-Crate 1.1")
