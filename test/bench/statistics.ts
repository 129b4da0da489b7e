// Statistics are updated on every write, so the cost of reading them or changing a string must not depend on the number
// of strings.
import { manualClock } from '#core/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { checkWhatIsDue } from '#translation/catalogue/lookup-checks.ts'
import { fillWithStrings, LANGUAGE, STRINGS } from './many-strings.ts'
import { median, numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const SMALL = 10_000
const WARM_UP = 30

/** `--units N`: strings of the large site in one language, default 1,000,000. `--times N`: requests of each kind. */
export async function bench(args: readonly string[]): Promise<void> {
  const large = numberAfter(args, '--units', 1_000_000)
  const times = numberAfter(args, '--times', 300)
  await inTemporaryFolder(few =>
    inTemporaryFolder(async many => {
      const sides = [await openSide(few, SMALL, times), await openSide(many, large, times)] as const
      const [a, b] = [sides[0].requests(), sides[1].requests()]
      const rows: Row[] = []
      for (const what of Object.keys(a) as (keyof typeof a)[]) {
        const [small, huge] = await inTurns(a[what], b[what], times)
        const µs = { [`µs of ${sides[0].units}`]: Math.round(small), [`µs of ${sides[1].units}`]: Math.round(huge) }
        rows.push({ what, ...µs, ratio: huge / small })
      }
      for (const side of sides) await side.close()
      print('statistics', rows)
    }),
  )
}

type Task = (i: number) => Promise<void>

/** Medians of two alternating tasks, so that other load affects both. */
async function inTurns(one: Task, other: Task, times: number): Promise<[number, number]> {
  const measured: [number[], number[]] = [[], []]
  for (let i = 0; i < times + WARM_UP; i++) {
    for (const side of i % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now()
      await (side === 0 ? one : other)(i)
      if (i >= WARM_UP) measured[side].push((performance.now() - began) * 1000)
    }
  }
  return [median(measured[0]), median(measured[1])]
}

/** A site with the given number of units in one language, filled, closed and reopened. */
async function openSide(data: string, units: number, times: number) {
  const clock = manualClock()
  const filling = await openStore({ data })
  await migrate(filling)
  const category = await fillWithStrings({ store: filling, clock }, Math.ceil(units / STRINGS))
  await filling.close()
  const store = await openStore({ data })
  const api = await testApi(store, {}, clock)
  const { key } = await api.user('Boss', { superuser: true })
  const rows = await store.read
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .select('unit.id')
    .where('translation.is_source', '=', 0)
    .execute()
  const ids = rows.map(row => row.id)
  const place = await store.read
    .selectFrom('translation')
    .select(['project_id', 'language_id'])
    .where('is_source', '=', 0)
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    units: ids.length,
    close: () => store.close(),
    requests: () => ({
      'GET statistics of the language': get(api, key, `languages/${LANGUAGE}/statistics/`),
      'GET statistics of the project': get(api, key, 'projects/bench/statistics/'),
      'GET languages of the project': get(api, key, 'projects/bench/languages/'),
      'GET statistics of the category': get(api, key, `categories/${category}/statistics/`),
      'GET statistics of a component': get(api, key, 'components/bench/all%252Fpart-0/statistics/'),
      'GET statistics of a translation': get(api, key, `translations/bench/all%252Fpart-0/${LANGUAGE}/statistics/`),
      'PATCH of a unit': patch(api, key, ids),
      'the same with background checks': async (i: number) => {
        await patch(api, key, ids)(i + times + WARM_UP)
        await checkWhatIsDue(api.services, place.project_id, place.language_id)
      },
    }),
  }
}

const get =
  (api: TestApi, key: string, path: string): Task =>
  async () => {
    const { status, text } = await api.send('GET', `/api/${path}`, { key })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  }

/** Changes each string once, in scattered order. */
const patch =
  (api: TestApi, key: string, ids: readonly number[]): Task =>
  async i => {
    const id = ids[(i * 7919) % ids.length]!
    const body = { target: [`Jiná věta ${i}.`], state: 20 }
    const { status, text } = await api.send('PATCH', `/api/units/${id}/`, { key, body })
    if (status !== 200) throw new Error(`unit ${id}: ${status} ${text}`)
  }
