/** How often a fault is repeated: a few times in every run, as often as `--rounds` says in a long one. */
export const rounds = (usual: number): number => Number(process.env.PARLANCE_TEST_ROUNDS ?? usual)
