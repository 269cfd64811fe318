#!/usr/bin/env python3
import sys
from machine import COVERS, PROPERTIES, Machine
import tools

def main():
    kw = {}
    limit = 60
    for a in sys.argv[2:]:
        k, v = a.split("=")
        if k == "limit": limit = int(v)
        elif k == "only": only = v
        else: kw[k] = int(v)
    m = Machine(sys.argv[1], **kw)
    circuit, outputs = m.build()
    print(m.name(), m.watched(), flush=True)
    for i, (n, s) in enumerate(PROPERTIES.items()):
        a = tools.abc(circuit, outputs[f"wrong[{i}]"], "pdr", limit)
        print(f"   {n:18} {a.verdict:8} {a.seconds:6.1f} s  {a.depth}", flush=True)
    for i, n in enumerate(COVERS):
        a = tools.abc(circuit, outputs[f"happens[{i}]"], "bmc3 -F 60", 30)
        if a.verdict!="refuted": print(f"   cover {n:28} {a.verdict:8} {a.seconds:6.1f} s  {a.depth}", flush=True)
main()
