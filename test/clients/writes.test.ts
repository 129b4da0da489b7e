// Writes of unmodified clients against our server: edit, move, delete, undelete, protect and upload.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Mwn } from 'mwn'
import Nodemw from 'nodemw'
import sharp from 'sharp'
import { temporaryFolder } from '#store/testing.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

const run = promisify(execFile)
const script = (name: string): string => path.join(import.meta.dirname, name)
const WIDE = { maxBuffer: 16 * 1024 * 1024, timeout: 120_000 }

/** A unique image. */
async function picture(): Promise<{ file: string; bytes: Buffer }> {
  const background = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 90 }
  const bytes = await sharp({ create: { width: 12, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const file = path.join(temporaryFolder(), 'picture.png')
  writeFileSync(file, bytes)
  return { file, bytes }
}

const python = ['/usr/bin/python3', 'python3'].find(
  each => spawnSync(each, ['-c', 'import mwclient'], { stdio: 'ignore' }).status === 0,
)
const noMwclient = python ? false : 'mwclient is not installed (Debian package python3-mwclient)'

test('mwclient', { skip: noMwclient }, async () => {
  const { port } = await startWiki()
  const { file, bytes } = await picture()
  const args = [script('mwclient-writes.py'), `127.0.0.1:${port}`, ADMIN.name, ADMIN.password, file]
  const env = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }
  const found = JSON.parse((await run(python!, args, { ...WIDE, env })).stdout)
  assert.deepEqual([found.created, found.appended, found.prepended], ['Success', 'Success', 'Success'])
  assert.equal(found.text, 'Нулевая\nПервая\nВторая')
  assert.equal(found.moved, 'Вилка')
  assert.equal(found.deleted, 'Вилка')
  assert.equal(found.back, found.text)
  assert.equal(found.protection[0], 'sysop')
  assert.equal(found.uploaded, 'Success')
  assert.deepEqual(found.warned, ['duplicate'])
  assert.deepEqual(found.image, [true, 12, bytes.length])
  assert.equal(found.refused, 'articleexists')
})

const hasPerl = spawnSync('perl', ['-MMediaWiki::API', '-MMediaWiki::Bot', '-e', '1'], { stdio: 'ignore' }).status === 0
const noPerl = hasPerl ? false : 'MediaWiki::API and ::Bot are not installed (Debian: libmediawiki-bot-perl)'

test('MediaWiki::API and MediaWiki::Bot', { skip: noPerl }, async () => {
  const { port } = await startWiki()
  const { file, bytes } = await picture()
  const args = [script('perl-writes.pl'), String(port), ADMIN.name, ADMIN.password, file]
  const found = JSON.parse((await run('perl', args, { ...WIDE, cwd: temporaryFolder() })).stdout)
  assert.match(found.redirect, /^#\S+ \[\[Ножик\]\]$/)
  assert.equal(found.uploaded, bytes.length)
  assert.equal(found.edits, 2)
  assert.deepEqual([found.undone, found.reverted, found.moved], ['Первая', 'Вторая', 'Вторая'])
  assert.equal(found.expanded, 'abc')
})

// No upload: afterwards, wikiapi would request structured data forever from any wiki that has none.
test('wikiapi', async () => {
  const { api } = await startWiki()
  const args = [script('wikiapi-writes.cjs'), api, ADMIN.name, ADMIN.password]
  const { stdout } = await run(process.execPath, args, { ...WIDE, cwd: temporaryFolder() })
  const found = JSON.parse(stdout.slice(stdout.lastIndexOf('\nFOUND ') + 7))
  assert.equal(found.text, 'Первая\n\n== Ещё ==\n\nРаздел')
  assert.equal(found.moved, found.text)
  assert.equal(found.deleted, true)
})

test('mwn', async () => {
  const { api } = await startWiki()
  const { file } = await picture()
  const bot = await Mwn.init({
    apiUrl: api,
    username: ADMIN.name,
    password: ADMIN.password,
    userAgent: 'Parlance tests',
    silent: true,
    suppressAPIWarnings: true,
    maxRetries: 0,
  })
  const text = async (title: string) => new bot.Page(title).text()
  await bot.create('Стакан', 'Первая', 'новая')
  await bot.save('Стакан', 'Вторая', 'ещё')
  await bot.edit('Стакан', ({ content }) => ({ text: `${content} и третья`, summary: 'и ещё' }))
  await bot.newSection('Стакан', 'Раздел', 'Четвёртая')
  assert.match(await text('Стакан'), /^Вторая и третья\n\n== Раздел ==\n\nЧетвёртая$/)
  await bot.move('Стакан', 'Бокал', 'другая', { movetalk: true })
  await bot.delete('Бокал', 'лишняя')
  await assert.rejects(text('Бокал'), { code: 'missingtitle' })
  await bot.undelete('Бокал', 'обратно')
  assert.match(await text('Бокал'), /^Вторая и третья/)
  await assert.rejects(bot.rollback('Бокал', ADMIN.name), { code: 'onlyauthor' })
  await bot.purge(['Бокал'])
  assert.equal((await bot.upload(file, 'Mwn.png', 'Описание', { comment: 'первая' })).result, 'Success')
  assert.match(await text('Файл:Mwn.png'), /Описание/)
  await bot.saveOptions({ gender: 'female' })
  const victim = new bot.User('Новичок')
  await bot.createAccount(victim.username, 'a password of a newcomer')
  assert.equal((await victim.block({ expiry: '1 day', reason: 'проба' })).user, victim.username)
  assert.equal((await victim.unblock({ reason: 'проба' })).user, victim.username)
})

test('nodemw', async () => {
  const { port } = await startWiki()
  const { bytes } = await picture()
  // Its methods take a callback as the last argument; its types cover only some of them.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const client: any = new Nodemw({
    protocol: 'http',
    server: '127.0.0.1',
    port,
    path: '',
    debug: false,
    concurrency: 1,
    username: ADMIN.name,
    password: ADMIN.password,
    // biome-ignore lint/suspicious/noExplicitAny: see above
  } as any)
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const call = (method: string, ...args: unknown[]): Promise<any> =>
    new Promise((resolve, reject) =>
      client[method](...args, (error: Error | null, found: unknown) => (error ? reject(error) : resolve(found))),
    )
  assert.equal((await call('logIn')).result, 'Success')
  assert.equal((await call('edit', 'Кувшин', 'Вторая', 'новая', false)).result, 'Success')
  await call('prepend', 'Кувшин', 'Первая\n', 'до')
  await call('append', 'Кувшин', '\nТретья', 'после')
  assert.equal(await call('getArticle', 'Кувшин'), 'Первая\nВторая\nТретья')
  assert.equal((await call('move', 'Кувшин', 'Графин', 'другая')).to, 'Графин')
  assert.equal(
    (await call('protect', 'Графин', [{ type: 'edit', level: 'sysop' }], { reason: 'важная' })).title,
    'Графин',
  )
  await call('purge', ['Графин'])
  assert.equal((await call('delete', 'Графин', 'лишняя')).title, 'Графин')
  assert.equal((await call('upload', 'Nodemw.png', bytes, 'первая')).result, 'Success')
  // It passes the result as the error argument.
  const made = await call('createAccount', 'Гость', 'a password of a guest').catch(found => found)
  assert.deepEqual(made, { status: 'PASS', username: 'Гость' })
})
