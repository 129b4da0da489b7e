import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type Answer, type TestApi, testApi } from '../api/testing.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { work } from '../catalogue/work.ts'
import { Person } from '../manage/testing.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

const STRINGS = [
  { source: ['Open the tea box'] },
  { source: ['One cup', '%d cups'] },
  { source: ['Tea'] },
  { source: ['Close'] },
  { source: ['Untranslated'] },
]
const REPLACE = '/strings/replace/'
const AT = 'project=bulk&language=cs'

/** The text of a page without markup. */
const said = ({ text }: Answer): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
const values = ({ text }: Answer): string[] =>
  [...text.matchAll(/<input type="checkbox" name="unit" value="([^"]+)"/g)].map(match => match[1]!)
const tokenIn = ({ text }: Answer): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)![1]!

onEachEngine('editing many strings', open => {
  let api: TestApi
  let place: TestCatalogue
  let boss: Person
  let plain: Person
  let other: number

  before(async () => {
    api = await testApi(await open())
    boss = await Person.named(api, 'Boss', { superuser: true })
    plain = await Person.named(api, 'Plain')
    other = (await api.user('Other')).account.id
    place = await testCatalogue(api.services, { slug: 'bulk', strings: STRINGS })
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
    const { store } = api.services
    await store.transaction(tx =>
      tx.updateTable('project').set({ translation_review: 1 }).where('id', '=', place.project.id).execute(),
    )
    await edit(0, ['Otevřít krabici čaje'], UNIT_STATES.approved)
    await edit(1, ['Jeden čaj', '%d čaje', '%d čajů'], UNIT_STATES.translated)
    await edit(2, ['Čaj'], UNIT_STATES.needsEditing)
    await edit(3, ['Zavřít čaj'], UNIT_STATES.translated)
  })

  const edit = (i: number, target: string[], state: number) =>
    work(api.services, other, piece => editUnit(piece, place.czech, place.units[i]!, { target, state }))
  const unit = async (i: number) =>
    api.services.store.read
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', place.units[i]!.id)
      .executeTakeFirstOrThrow()
  const lastAction = async (i: number) =>
    (
      await api.services.store.read
        .selectFrom('translation_change')
        .select('action')
        .where('unit_id', '=', place.units[i]!.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).action
  /** Opens a page and submits its form with some strings and fields. */
  const submit = async (
    who: Person,
    at: string,
    to: string,
    pick: (all: string[]) => string[],
    fields: Record<string, string>,
  ): Promise<Answer> => {
    const page = await who.open(at)
    assert.equal(page.status, 200, said(page).slice(0, 300))
    const pairs: [string, string][] = [
      ['csrfmiddlewaretoken', tokenIn(page)],
      ...Object.entries({ project: 'bulk', language: 'cs', ...fields }),
      ...pick(values(page)).map((value): [string, string] => ['unit', value]),
    ]
    return who.send(to, pairs)
  }
  const of = (i: number) => (all: string[]) => all.filter(value => value.startsWith(`${place.units[i]!.id}.`))
  const all = (every: string[]) => every
  const act = (who: Person, pick: (all: string[]) => string[], fields: Record<string, string>) =>
    submit(who, `/strings/?${AT}`, '/strings/', pick, fields)

  test('previews each change and leaves out other strings', async () => {
    const page = await boss.open(`${REPLACE}?${AT}&find=čaj&replacement=kávov`)
    assert.match(said(page), /3 strings would change\./)
    assert.match(page.text, /Jeden <del>čaj<\/del>/)
    assert.match(page.text, /Jeden <ins>kávov<\/ins>/)
    assert.doesNotMatch(page.text, /<bdi><span class="form">Untranslated/)
    assert.match(said(await boss.open(`${REPLACE}?${AT}&find=čaj&replacement=x&ignore_case=1`)), /4 strings would/)
    assert.match(said(await boss.open(`${REPLACE}?${AT}&find=čaj&replacement=x&q=has:plural`)), /1 string would/)
    assert.match(said(await boss.open(`${REPLACE}?${AT}&find=nothing&replacement=x`)), /No translations would change/)
  })

  test('strings that a user may not edit cannot be selected', async () => {
    const page = await plain.open(`${REPLACE}?${AT}&find=čaj&replacement=x`)
    assert.match(said(page), /3 strings would change\. You can change 2 of them\./)
    assert.match(said(page), /Only reviewers can change approved strings/)
    assert.equal(values(page).length, 2)
    const visitor = await api.send('GET', encodeURI(`${REPLACE}?${AT}&find=čaj&replacement=x`))
    assert.equal(values(visitor).length, 0)
    assert.match(visitor.text, /Log in to change these strings/)
  })

  test('replaces only selected strings, keeps their state and records it', async () => {
    const at = `${REPLACE}?${AT}&find=čaj&replacement=kakao`
    const page = await submit(boss, at, REPLACE, of(1), { find: 'čaj', replacement: 'kakao' })
    assert.match(said(page), /1 string changed\./)
    assert.equal((await unit(1)).target.split('\u001e\u001e')[2], '%d kakaoů')
    assert.deepEqual([(await unit(1)).state, await lastAction(1)], [UNIT_STATES.translated, 27])
    assert.equal((await unit(0)).target, 'Otevřít krabici čaje')
    // The changes page offers to undo.
    const undo: [string, string][] = [...page.text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
      .map(([, name, value]): [string, string] => [name!, value!])
      .filter(([name]) => ['csrfmiddlewaretoken', 'project', 'language', 'do', 'unit'].includes(name))
    const undone = await boss.send('/strings/', undo)
    assert.match(said(undone), /1 string changed\./)
    assert.equal((await unit(1)).target.split('\u001e\u001e')[0], 'Jeden čaj')
    assert.equal(await lastAction(1), 8)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('skips and names strings that changed after the preview', async () => {
    const at = `${REPLACE}?${AT}&find=čaj&replacement=mate`
    const preview = await boss.open(at)
    await edit(3, ['Zavřít ten čaj'], UNIT_STATES.translated)
    const page = await boss.send(REPLACE, [
      ['csrfmiddlewaretoken', tokenIn(preview)],
      ...new URLSearchParams(`${AT}&find=čaj&replacement=mate`),
      ...values(preview).map((value): [string, string] => ['unit', value]),
    ])
    assert.match(said(page), /2 strings changed\. 1 string skipped: Close \( ?Main ?, cs\): Someone changed the string/)
    assert.equal((await unit(3)).target, 'Zavřít ten čaj')
    assert.equal((await unit(0)).target, 'Otevřít krabici matee')
    assert.equal((await unit(0)).state, UNIT_STATES.approved)
  })

  test('regular expressions insert groups; invalid and expensive ones are rejected', async () => {
    const find = '(\\w+) (mate)\\b'
    const at = `${REPLACE}?${AT}&regex=1&find=${encodeURIComponent(find)}&replacement=${encodeURIComponent('$2 $1')}`
    const page = await submit(boss, at, REPLACE, all, { find, replacement: '$2 $1', regex: '1' })
    assert.match(said(page), /1 string changed\./)
    assert.equal((await unit(1)).target.split('\u001e\u001e')[0], 'mate Jeden')
    for (const [wrong, why] of [
      ['(', /Invalid value for “Find in translations”.*regular expression/],
      ['(x{1,500}){1,500}', /steps with repetitions expanded/],
    ] as const) {
      const answer = await boss.open(`${REPLACE}?${AT}&regex=1&find=${encodeURIComponent(wrong)}&replacement=x`)
      assert.equal(answer.status, 400)
      assert.match(said(answer), why)
    }
  })

  test('invalid forms change nothing and keep what was entered', async () => {
    const before = (await unit(2)).target
    const fields = { find: 'Čaj', replacement: 'x' }
    const at = `${REPLACE}?${AT}&find=Čaj&replacement=x`
    const none = await submit(boss, at, REPLACE, () => [], fields)
    assert.equal(none.status, 400)
    assert.match(said(none), /Select at least one string\./)
    const page = await boss.open(at)
    const pairs = Object.entries({ ...fields, project: 'bulk', language: 'cs', unit: values(page)[0]! })
    const expired = await boss.send(REPLACE, [...pairs, ['csrfmiddlewaretoken', 'forged']])
    assert.equal(expired.status, 403)
    assert.match(said(expired), /Your session expired\. Nothing was changed/)
    assert.match(expired.text, /aria-label="Select “Tea”" checked/)
    const odd = await submit(boss, at, REPLACE, () => ['x'], fields)
    assert.equal(odd.status, 400)
    assert.match(said(odd), /Invalid value for “unit”/)
    const hidden = await submit(plain, at, REPLACE, () => ['1.0123456789abcdef'], { ...fields, project: 'hidden' })
    assert.equal(hidden.status, 404)
    assert.equal((await unit(2)).target, before)
  })

  test('sets states of selected strings; the summary adds up', async () => {
    const page = await act(boss, all, { do: 'approve' })
    assert.match(said(page), /3 strings changed\. 2 strings skipped:/)
    assert.match(said(page), /Nothing to change/)
    assert.match(said(page), /The string isn’t translated yet/)
    assert.deepEqual([(await unit(3)).state, await lastAction(3)], [UNIT_STATES.approved, 36])
    const rejected = await act(plain, of(3), { do: 'needs_editing' })
    assert.match(said(rejected), /0 strings changed\. 1 string skipped:.*Only reviewers/)
    await act(boss, of(3), { do: 'needs_editing' })
    assert.equal((await unit(3)).state, UNIT_STATES.needsEditing)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('accepts the suggestion of strings that have exactly one', async () => {
    const propose = (i: number, text: string) =>
      work(api.services, other, piece => suggest(piece, place.czech, place.units[i]!, [text]))
    await propose(4, 'Nepřeloženo')
    await propose(3, 'Zavři')
    await propose(3, 'Zavřete')
    const page = await act(boss, units => [...of(3)(units), ...of(4)(units), ...of(2)(units)], { do: 'accept' })
    assert.match(said(page), /1 string changed\. 2 strings skipped:/)
    assert.match(said(page), /several suggestions/)
    assert.match(said(page), /has no suggestions/)
    assert.equal((await unit(4)).target, 'Nepřeloženo')
    assert.deepEqual([(await unit(4)).suggestion_count, (await unit(3)).suggestion_count], [0, 2])
  })

  test('adds and removes labels of the project', async () => {
    const { store } = api.services
    await store.transaction(tx =>
      tx.insertInto('label').values({ project_id: place.project.id, name: 'Menu', color: 'navy' }).execute(),
    )
    const labelled = async () => said(await boss.open(`/strings/?${AT}&q=label:Menu`))
    assert.match(said(await act(boss, of(2), { do: 'label_add', label: 'Menu' })), /1 string changed/)
    assert.match(await labelled(), /\bTea\b/)
    assert.match(said(await act(boss, of(2), { do: 'label_add', label: 'Menu' })), /0 strings changed.*Nothing to/)
    assert.match(said(await act(boss, of(2), { do: 'label_add', label: 'None' })), /doesn’t have this label/)
    assert.match(said(await act(plain, of(2), { do: 'label_remove', label: 'Menu' })), /don’t have permission/)
    assert.match(said(await act(boss, of(2), { do: 'label_remove', label: 'Menu' })), /1 string changed/)
    assert.match(await labelled(), /No strings match/)
  })

  test('without a service, machine translation skips each string by name', async () => {
    await edit(4, [''], UNIT_STATES.empty)
    assert.match(said(await act(boss, of(4), { do: 'machine' })), /1 string skipped: Untranslated.*No machine transl/)
  })

  test('deletes source strings after a confirmation', async () => {
    const { store } = api.services
    await store.transaction(tx =>
      tx.updateTable('component').set({ manage_units: 1 }).where('id', '=', place.component.id).execute(),
    )
    assert.match(said(await act(boss, of(4), { do: 'delete', confirm: '1' })), /Only source strings can be deleted/)
    const at = '/strings/?project=bulk&language=en'
    const last = (units: string[]) => units.slice(-1)
    const asked = await submit(boss, at, '/strings/', last, { do: 'delete', language: 'en' })
    assert.match(said(asked), /Delete 1 string\? .*Untranslated/)
    assert.equal((await unit(4)).source, 'Untranslated')
    const done = await submit(boss, at, '/strings/', last, { do: 'delete', confirm: '1', language: 'en' })
    assert.match(said(done), /1 string changed/)
    await assert.rejects(unit(4))
    assert.deepEqual(await faults(store), [])
  })

  test('unknown actions are rejected with the accepted ones', async () => {
    const page = await act(boss, all, { do: 'explode' })
    assert.equal(page.status, 400)
    assert.match(said(page), /Invalid value for “do”\. Accepted: approve, translated/)
  })
})
