/** How often a fault is repeated; `--rounds` sets more for a long run. */
export const rounds = (usual: number): number => Number(process.env.PARLANCE_TEST_ROUNDS ?? usual)
