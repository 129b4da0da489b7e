import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { storedFace } from '#core/site-face.ts'
import { findChanges } from '#events/change-log.ts'
import { onEachEngine } from '#store/testing.ts'
import { invite } from '../account/mails.ts'
import { PASSWORD, type TestSite, testSite, type Visitor } from '../testing.ts'

const AT = '/admin/appearance/'
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="#0d6e5f"/></svg>'

onEachEngine('the face of a site', open => {
  let site: TestSite
  let boss: Visitor

  before(async () => {
    site = await testSite(await open(), { mailUrl: 'smtp://127.0.0.1:9' })
    const account = await site.person('Boss', { superuser: true })
    await site.services.store.transaction(async tx => {
      for (const group of ['sysop', 'interface-admin'])
        await tx.insertInto('account_group').values({ account_id: account.id, group_name: group }).execute()
    })
    boss = site.visitor()
    await boss.logIn('Boss')
    await edit('Main Page', 'Welcome to {{SITENAME}}.')
  })

  const api = async (query: string) => (await site.app.inject(`/w/api.php?format=json&formatversion=2&${query}`)).json()
  const edit = async (title: string, text: string) => {
    const page = `/index.php?title=${encodeURIComponent(title)}&action=edit`
    const { text: form } = await boss.get(page)
    const token = /name="wpEditToken" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const sent = await boss.send(
      page,
      { wpTextbox1: text, wpEditToken: token, wpSave: '1' },
      page.replace('edit', 'submit'),
    )
    assert.ok(sent.status < 400, sent.text.slice(0, 2000))
  }
  /** Fills in the form as a browser does, with its present values. */
  const fill = async (fields: Record<string, string>, form = 'look') => {
    const { text } = await boss.get(AT)
    const values: Record<string, string> = { form, base: /name="base" value="([^"]*)"/.exec(text)![1]! }
    for (const [, name, value] of text.matchAll(/<input type="radio" name="(\w+)" value="([^"]+)"[^>]* checked/g))
      values[name!] = value!
    for (const [, name, value] of text.matchAll(/<input type="text" id="face-\w+" name="(\w+)" value="([^"]*)"/g))
      values[name!] = value!.replaceAll('&amp;', '&')
    values.language = /<option value="([\w-]+)"[^>]* selected/.exec(text)?.[1] ?? ''
    return boss.send(AT, { ...values, ...fields })
  }
  const upload = async (content: string | Buffer, form = 'logo') => {
    const { text } = await boss.get(AT)
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text.slice(text.indexOf('<main')))![1]!
    const part = (name: string, value: string) =>
      `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = '--X\r\nContent-Disposition: form-data; name="logo"; filename="logo"\r\n\r\n'
    const payload = Buffer.concat([
      Buffer.from(part('csrfmiddlewaretoken', token) + part('form', form) + head),
      Buffer.from(content),
      Buffer.from('\r\n--X--\r\n'),
    ])
    const headers = { 'content-type': 'multipart/form-data; boundary=X', cookie: boss.cookie() }
    return site.app.inject({ method: 'POST', url: AT, headers, payload })
  }
  const visitor = () => site.visitor()

  test('the name is in titles, the header, siteinfo, feeds, texts and descriptions', async () => {
    assert.match((await visitor().get('/projects/')).text, /<title>Projects – Parlance<\/title>/)
    const before = await api('action=query&meta=siteinfo&siprop=general|rightsinfo')
    assert.equal(before.query.general.sitename, 'Parlance')
    assert.equal((await fill({ name: 'Harbour & Co' })).status, 303)
    const home = (await visitor().get('/')).text
    assert.match(home, /<title>Harbour &amp; Co<\/title>/)
    assert.match(home, /<a class="mark" href="\/">.*<span dir="auto">Harbour &amp; Co<\/span><\/a>/s)
    assert.match(home, /Welcome to <bdi>Harbour &amp; Co<\/bdi>/)
    assert.match((await visitor().get('/projects/')).text, /<title>Projects – Harbour &amp; Co<\/title>/)
    const page = (await visitor().get('/wiki/Main_Page')).text
    assert.match(page, /<title>Main Page – Harbour &amp; Co<\/title>/)
    assert.match(page, /Welcome to Harbour &amp; Co\./)
    assert.match(page, /<meta property="og:site_name" content="Harbour &amp; Co">/)
    assert.match(page, /"@type":"WebSite","name":"Harbour \\?u?0?0?2?6?&? ?Co"|"name":"Harbour & Co"/)
    assert.equal((await api('action=query&meta=siteinfo')).query.general.sitename, 'Harbour & Co')
    assert.match((await visitor().get('/opensearch_desc.php')).text, /<ShortName>Harbour &amp; Co \(en\)<\/ShortName>/)
    assert.match((await visitor().get('/api.php?action=feedrecentchanges')).text, /<title>Harbour &amp; Co {2}- /)
    assert.match((await visitor().get('/exports/rss/')).text, /<title>Harbour &amp; Co<\/title>/)
  })

  test('every change is in the audit log, with the values before and after', async () => {
    const { changes } = await findChanges(site.services.store.read, { area: 'site', kind: 'appearance' }, null, 10)
    assert.equal(changes[0]!.subject, 'purpose, name, language, front')
    const { before, after } = changes[0]!.data as Record<string, Record<string, unknown>>
    assert.deepEqual([before!.name, after!.name], [null, 'Harbour & Co'])
    const { text } = await boss.get('/admin/changes/?area=site')
    assert.match(text, /<code>appearance<\/code>/)
  })

  test('the colour is checked: kept, adapted with the reason, or rejected', async () => {
    assert.equal((await fill({ swatch: '#0d6e5f' })).status, 303)
    const green = (await visitor().get('/projects/')).text
    assert.match(green, /<style>:root\{--accent:light-dark\(#0d6e5f,#[0-9a-f]{6}\);--accent-wash:/)
    assert.match((await boss.get(AT)).text, /Readable: 6\.1 to 1 against white \(at least 4\.5 needed\)/)
    const yellow = await fill({ swatch: 'own', colour: '#FE0' }, 'preview')
    assert.equal(yellow.status, 200)
    assert.match(
      yellow.text,
      /#ffee00 is hard to read on light pages: 1\.\d to 1 .* use the darker shade #[0-9a-f]{6} instead/,
    )
    assert.match(yellow.text, /This is only a preview/)
    assert.match((await visitor().get('/projects/')).text, /light-dark\(#0d6e5f/, 'a preview saves nothing')
    for (const colour of ['red', '#12', '#fff}body{display:none', 'url(https://evil.example/)']) {
      const { status, text } = await fill({ swatch: 'own', colour })
      assert.equal(status, 400)
      assert.match(text, /Enter a colour such as #0d6e5f/)
    }
    assert.equal((await fill({ swatch: 'standard' })).status, 303)
    assert.doesNotMatch((await visitor().get('/projects/')).text, /<style>:root/)
  })

  test('hostile values are rejected with a reason, and nothing is saved', async () => {
    const before = await storedFace(site.services.store.read)
    for (const [name, value, reason] of [
      ['name', '<script>alert(1)</script>', /at most 60 characters/],
      ['name', 'a'.repeat(61), /at most 60 characters/],
      ['name', 'a\u202eb', /at most 60 characters/],
      ['purpose', 'casino', /Choose what the site is for/],
      ['language', '../../etc', /Choose a language from the list/],
      ['front', 'elsewhere', /Choose the overview/],
      ['privacy', 'javascript:alert(1)', /Enter an address such as/],
      ['about', '//evil.example/', /Enter an address such as/],
      ['about', '/\\evil.example/', /Enter an address such as/],
      ['licence_url', 'data:text/html,x', /Enter an address such as https:\/\/creativecommons/],
    ] as const) {
      const { status, text } = await fill({ [name]: value, ...(name === 'licence_url' && { licence: 'CC' }) })
      assert.equal(status, 400, `${name} ${value}`)
      assert.match(text, reason)
      assert.doesNotMatch(text, /<script>alert/)
    }
    assert.equal((await fill({ licence_url: 'https://example.org/' })).status, 400, 'an address without a name')
    assert.deepEqual(await storedFace(site.services.store.read), before)
    const forged = await site.app.inject({
      method: 'POST',
      url: AT,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: boss.cookie() },
      payload: 'form=look&name=Forged',
    })
    assert.equal(forged.statusCode, 403)
  })

  test('of two people who save at the same time, the second is asked to check', async () => {
    const answer = await fill({ name: 'Second', base: 'outdated' })
    assert.equal(answer.status, 409)
    assert.match(answer.text, /Someone else changed the appearance meanwhile/)
    assert.match(answer.text, /name="name" value="Second"/)
    assert.match((await visitor().get('/')).text, /<title>Harbour &amp; Co<\/title>/)
  })

  test('footer links are on every page', async () => {
    const sent = { licence: 'CC BY-SA 4.0', licence_url: 'https://example.org/by-sa', privacy: '/wiki/Project:Privacy' }
    assert.equal((await fill({ ...sent, about: 'https://example.org/about?a=1&b=2' })).status, 303)
    for (const at of ['/projects/', '/wiki/Main_Page', '/docs/']) {
      const { text } = await visitor().get(at)
      assert.match(
        text,
        /<footer class="site-foot[^>]*>.*<a rel="license" href="https:\/\/example\.org\/by-sa">CC BY-SA 4\.0<\/a>/s,
        at,
      )
      assert.match(text, /<a href="\/wiki\/Project:Privacy">Privacy policy<\/a>/, at)
      assert.match(text, /<a href="https:\/\/example\.org\/about\?a=1&amp;b=2">About Harbour &amp; Co<\/a>/, at)
    }
    const { rightsinfo } = (await api('action=query&meta=siteinfo&siprop=rightsinfo')).query
    assert.deepEqual(rightsinfo, { url: 'https://example.org/by-sa', text: 'CC BY-SA 4.0' })
  })

  test('the purpose decides what the header and the front page lead to', async () => {
    assert.equal((await fill({ purpose: 'wiki', front: 'wiki' })).status, 303)
    const home = await visitor().get('/')
    assert.deepEqual([home.status, home.location], [302, '/index.php'])
    const page = (await visitor().get('/wiki/Main_Page')).text
    const nav = (text: string) => /<nav aria-label="Site">(.*?)<\/nav>/s.exec(text)![1]!
    assert.doesNotMatch(nav(page), /\/projects\//)
    assert.match(page, /<a class="mark" href="\/index\.php">/)
    assert.equal((await boss.get('/')).status, 200, 'users have their dashboard')
    assert.equal((await visitor().get('/projects/')).status, 200, 'nothing is removed')
    await fill({ purpose: 'translation', front: 'overview' })
    const start = (await visitor().get('/')).text
    assert.doesNotMatch(nav(start), /\/index\.php/)
    assert.doesNotMatch(start, /id="wiki"/)
    await fill({ purpose: 'both' })
  })

  test('visitors get the language of the site; a choice and an account win; the API is unchanged', async () => {
    const language = (text: string) => /<html lang="([\w-]+)"/.exec(text)![1]
    const { languageinfo: _, ...before } = (await api('action=query&meta=userinfo&uiprop=acceptlang')).query
    assert.equal((await fill({ language: 'ar' })).status, 303)
    const arabic = await visitor().get('/projects/', { 'accept-language': 'fr' })
    assert.match(arabic.text, /<html lang="ar" dir="rtl"/)
    assert.equal(language((await visitor().get('/wiki/Main_Page', { 'accept-language': 'fr' })).text), 'ar')
    const chooser = visitor()
    await chooser.send('/projects/', { language: 'ja' }, '/accounts/appearance/')
    assert.equal(language((await chooser.get('/projects/')).text), 'ja')
    assert.equal(language((await visitor().get('/projects/?uselang=de')).text), 'de')
    await boss.send('/projects/', { language: 'fr' }, '/accounts/appearance/')
    const other = visitor()
    await other.logIn('Boss', PASSWORD)
    assert.equal(language((await other.get('/projects/')).text), 'fr')
    const { general } = (await api('action=query&meta=siteinfo')).query
    assert.deepEqual([general.lang, general.rtl], ['ar', true])
    assert.deepEqual((await api('action=query&meta=userinfo&uiprop=acceptlang')).query, before)
    await boss.send('/projects/', { language: 'en' }, '/accounts/appearance/')
    await fill({ language: 'en' })
    assert.equal((await api('action=query&meta=siteinfo')).query.general.rtl, false)
  })

  test('a logo is shown in the header, as icon and in descriptions, and cannot run scripts', async () => {
    assert.equal((await upload(DRAWING)).statusCode, 303)
    const { text } = await visitor().get('/wiki/Main_Page')
    const [, path] = /<img class="site-logo" src="([^"]+)" alt="">/.exec(text)!
    assert.match(text, /<link rel="icon" href="\/site-logo\?v=[\w-]+" type="image\/svg\+xml">/)
    assert.match(text, /<meta property="og:image" content="http:\/\/site\.test\/site-logo\.png\?v=[\w-]+">/)
    const drawing = await site.app.inject(path!)
    assert.equal(drawing.headers['content-type'], 'image/svg+xml')
    assert.equal(drawing.headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    assert.equal(drawing.headers['x-content-type-options'], 'nosniff')
    assert.match(String(drawing.headers['cache-control']), /immutable/)
    const png = await site.app.inject('/site-logo.png')
    const { format, width } = await sharp(png.rawPayload).metadata()
    assert.deepEqual([format, width], ['png', 256])
    assert.match((await boss.get(AT)).text, /alt="Current logo"/)
    assert.match((await api('action=query&meta=siteinfo')).query.general.logo, /^http:\/\/site\.test\/site-logo\?v=/)
  })

  test('pictures are converted, so that nothing but pixels remains', async () => {
    const picture = await sharp({ create: { width: 600, height: 300, channels: 4, background: '#a8324e' } })
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
      .webp()
      .toBuffer()
    assert.equal((await upload(picture)).statusCode, 303)
    const shown = await site.app.inject('/site-logo')
    assert.equal(shown.headers['content-type'], 'image/png')
    assert.equal(shown.rawPayload.includes('script'), false)
    const { width, height } = await sharp(shown.rawPayload).metadata()
    assert.deepEqual([width, height], [256, 128])
  })

  test('other files are rejected with a reason', async () => {
    const large = await sharp({ create: { width: 5000, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const cases: readonly (readonly [string | Buffer, RegExp])[] = [
      ['', /Choose a picture to upload/],
      ['GIF89a', /not an SVG, PNG or WebP picture/],
      ['<html><body>x</body></html>', /not an SVG, PNG or WebP picture/],
      [Buffer.alloc(1024 * 1024 + 1), /has 1\s*MB|Use one with up to/],
      [DRAWING.replace('<rect', '<script>alert(1)</script><rect'), /contains scripts or refers to other files/],
      [DRAWING.replace('<rect', '<rect onload="alert(1)"'), /contains scripts or refers to other files/],
      [DRAWING.replace('<rect', '<image href="https://evil.example/x.png"/><rect'), /contains scripts or refers/],
      [DRAWING.slice(0, 60), /damaged or incomplete|not an SVG/],
      [Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), /damaged or incomplete/],
      [large, /too large\. Use one with up to 4,096 pixels/],
    ]
    for (const [content, reason] of cases) {
      const answer = await upload(content)
      assert.equal(answer.statusCode, 400, String(reason))
      assert.match(answer.body, reason)
    }
    assert.equal((await upload('', 'logo-remove')).statusCode, 303)
    assert.equal((await site.app.inject('/site-logo')).statusCode, 404)
    assert.doesNotMatch((await visitor().get('/projects/')).text, /site-logo/)
  })

  test('the sidebar is previewed and saved as a page of the wiki', async () => {
    const sidebar = '* Harbour\n** Main Page|Start here\n** https://example.org/|Elsewhere'
    const shown = await boss.send(AT, { form: 'sidebar-preview', sidebar, base: '0' })
    assert.match(shown.text, /<h2 id="portlet-0">Harbour<\/h2>.*Start here/s)
    assert.doesNotMatch((await visitor().get('/wiki/Main_Page')).text, /Start here/)
    assert.equal((await boss.send(AT, { form: 'sidebar', sidebar, base: '0' })).status, 303)
    assert.match((await visitor().get('/wiki/Main_Page')).text, /<h2 id="portlet-0">Harbour<\/h2>.*Start here/s)
    const late = await boss.send(AT, { form: 'sidebar', sidebar: '* Other', base: '0' })
    assert.equal(late.status, 400)
    assert.match(late.text, /already exists|created already/)
  })

  test('emails have the name and the colour', async () => {
    await fill({ swatch: '#7a3fb0' })
    const { services } = site
    const by = (await services.accounts.byName(services.store.read, 'Boss'))!
    await services.store.transaction(tx =>
      invite(tx, services, services.texts.in('en'), by, { address: 'new@example.org', team: null, project: null }),
    )
    const mail = (await site.mails())[0]!
    assert.match(mail.html, /<bdi[^>]*>Harbour &amp; Co<\/bdi>/)
    assert.match(mail.html, /background:#7a3fb0;color:#ffffff/)
  })
})

test('a name in the configuration is shown, and the form says where it comes from', async () => {
  const { temporaryStore } = await import('#store/testing.ts')
  const site = await testSite(await temporaryStore('sqlite'), { siteName: 'Configured' })
  await site.person('Boss', { superuser: true })
  const boss = site.visitor()
  await boss.logIn('Boss')
  const { text } = await boss.get(AT)
  assert.match(text, /<title>Appearance – Administration – Configured<\/title>/)
  assert.match(text, /name="name" value="Configured"[^>]* disabled/)
  assert.match(text, /Set by <code dir="ltr">PARLANCE_SITE_NAME<\/code>/)
})
