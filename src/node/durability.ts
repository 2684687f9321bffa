/** How far a write has come when it is told: on the disk, or with the system, which outlives the process and not a power cut. */
export type Durability = "fsync" | "os";
