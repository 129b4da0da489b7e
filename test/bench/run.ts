// Runs a benchmark: `npm run bench -- query`, `import`, `statistics`, `memory`, `hostile`, `editor`, `notifications`,
// `pages`, `peer`, `reads`, `repositories`, `growth`, `render`, `writes` or `saves`. Each prints a table, then the same as
// lines of JSON.
const BENCHES = {
  query: async () => (await import('./query.ts')).bench,
  import: async () => (await import('./import.ts')).bench,
  statistics: async () => (await import('./statistics.ts')).bench,
  memory: async () => (await import('./memory.ts')).bench,
  hostile: async () => (await import('./hostile.ts')).bench,
  editor: async () => (await import('./editor.ts')).bench,
  notifications: async () => (await import('./notifications.ts')).bench,
  pages: async () => (await import('./pages.ts')).bench,
  peer: async () => (await import('./peer/peer.ts')).bench,
  reads: async () => (await import('./peer/reads.ts')).bench,
  repositories: async () => (await import('./repositories.ts')).bench,
  growth: async () => (await import('./growth/growth.ts')).bench,
  render: async () => (await import('./render.ts')).bench,
  writes: async () => (await import('./writes/writes.ts')).bench,
  saves: async () => (await import('./writes/saves.ts')).bench,
} satisfies Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(BENCHES, name)) {
  const bench = await BENCHES[name as keyof typeof BENCHES]()
  await bench(args)
} else {
  console.error(`Name one of these benchmarks: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 1
}
