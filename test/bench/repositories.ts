// Pulls of a component with many languages in a repository: a change in one file must only process that file.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allLanguages } from '#languages/translation-languages.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { testApi } from '#translation/api/testing.ts'
import { po, RepositorySite, Upstream } from '#translation/repositories/testing.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const FEW = 2

/** `--languages N`, default 100; `--strings N` in each, default 2,000; `--times N` pulls of each kind, default 5. */
export async function bench(args: readonly string[]): Promise<void> {
  const languages = numberAfter(args, '--languages', 100)
  const strings = numberAfter(args, '--strings', 2000)
  const times = numberAfter(args, '--times', 5)
  const rows: Row[] = []
  await inTemporaryFolder(few =>
    inTemporaryFolder(async many => {
      const sides = [await openSide(few, FEW, strings), await openSide(many, languages, strings)] as const
      for (const side of sides)
        rows.push({ what: 'first fetch', languages: side.languages, ms: side.firstMs, 'peak MB': side.peak() })
      for (const what of ['a change in one file', 'nothing new', 'a change in another file'] as const) {
        const taken: [number[], number[]] = [[], []]
        let touched = 0
        for (let i = 0; i < times; i++)
          for (const which of [0, 1] as const) {
            const { ms, files } = await sides[which].pull(what, i)
            taken[which].push(ms)
            touched = files
          }
        const [small, large] = [median(taken[0]), median(taken[1])]
        rows.push({
          what: `pull of ${what}`,
          languages,
          ms: Math.round(large),
          'peak MB': sides[1].peak(),
          [`ms of ${FEW}`]: Math.round(small),
          ratio: large / small,
          'languages touched': touched,
        })
      }
      for (const side of sides) await side.close()
    }),
  )
  print('repositories', rows)
}

/** A site with one component, whose repository has a file for each language. */
async function openSide(data: string, languages: number, strings: number) {
  const upstream = new Upstream(path.join(data, 'upstream'))
  const codes = allLanguages()
    .map(each => each.code)
    .filter(code => /^[a-z]{2,3}$/.test(code) && code !== 'en')
    .slice(0, languages)
  const texts = (round: string) =>
    Object.fromEntries(
      Array.from({ length: strings }, (_, i) => [
        `The string number ${i} of the component`,
        i < 5 ? round : `Text ${i}`,
      ]),
    )
  mkdirSync(upstream.at('po'), { recursive: true })
  for (const code of codes) writeFileSync(upstream.at(`po/${code}.po`), po(code, texts('begun')))
  upstream.publish('Begin')
  const store = await openStore({ data: path.join(data, 'site') })
  await migrate(store)
  const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
  const site = await RepositorySite.open(await testApi(store, { data: path.join(data, 'site'), ...rules }))
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    peak = 0
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const firstMs = Math.round(await timed(() => site.component(upstream.url)))
  const firstPeak = peak
  /** Number of languages with changes after this one. */
  const changedSince = async (change: number): Promise<number> => {
    const row = await store.read
      .selectFrom('translation_change')
      .select(eb => eb.fn.count<number>('translation_id').distinct().as('n'))
      .where('id', '>', change)
      .executeTakeFirstOrThrow()
    return row.n
  }
  return {
    languages: codes.length,
    firstMs,
    peak: () => Math.round((peak || firstPeak) / 1e6),
    close: async () => {
      clearInterval(watch)
      await store.close()
    },
    async pull(what: string, round: number): Promise<{ ms: number; files: number }> {
      const code = codes[round % codes.length]!
      if (what === 'a change in one file') {
        const file = upstream.file(`po/${code}.po`).replace(/msgstr "Text 7( of \d+)?"/, `msgstr "Text 7 of ${round}"`)
        upstream.publish(`Round ${round}`, { [`po/${code}.po`]: `${file}\n` })
      }
      if (what === 'a change in another file') upstream.publish(`Round ${round}`, { README: `${round}\n` })
      const { id } = await store.read
        .selectFrom('translation_change')
        .select(eb => eb.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      const ms = await timed(() => site.operate('pull'))
      return { ms, files: await changedSince(id) }
    },
  }
}
