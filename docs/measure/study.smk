# A study in shards, for Snakemake (docs/measure/scale.md).
STUDY = config.get("study", "--axis register_file=all --axis registers=16..256 --axis waves=1..16")
SHARDS = int(config.get("shards", 8))
LANEBEAT = config.get("lanebeat", "lanebeat")


rule study:
    input:
        expand("shards/{shard}/study.json", shard=range(1, SHARDS + 1)),
    output:
        multiext("study/", "report.html", "study.csv", "study.json", "study.legend.csv", "study.bib", "study.svg"),
    params:
        folders=[f"shards/{shard}" for shard in range(1, SHARDS + 1)],
    shell:
        "{LANEBEAT} study {STUDY} --merge {params.folders} -o study > study/table.txt"


rule shard:
    output:
        "shards/{shard}/study.json",
    shell:
        "{LANEBEAT} study {STUDY} --shard {wildcards.shard}/{SHARDS} -o shards/{wildcards.shard} > shards/{wildcards.shard}/table.txt"
