import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../../part.ts'
import { wikiSample } from '../../sample/sample.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="9" cx="20" cy="20"/></svg>'

suite('the licence of an upload', () => {
  let app: FastifyInstance
  let headers: Record<string, string>

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Keeper' })
    const key = await store.transaction(async tx => {
      await joinGroup(tx, id, 'sysop')
      return regenerateApiKey(tx, id, services.clock)
    })
    headers = { authorization: `Token ${key}` }
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const options = async (): Promise<string[]> => {
    const { body } = await app.inject({ url: '/wiki/Special:Upload', headers })
    const [, list = ''] = /<select[^>]*name="wpLicense"[^>]*>(.*?)<\/select>/s.exec(body) ?? []
    return [...list.matchAll(/<option[^>]*>([^<]*)</g)].map(([, text]) => text!.trim())
  }
  const send = async (fields: Record<string, string>): Promise<string> => {
    const boundary = 'xxBoundaryxx'
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const type = 'Content-Type: image/svg+xml'
    const disposition = 'Content-Disposition: form-data; name="wpUploadFile"; filename="Ring.svg"'
    const payload = `${parts.join('')}--${boundary}\r\n${disposition}\r\n${type}\r\n\r\n${SVG}\r\n--${boundary}--\r\n`
    const answer = await app.inject({
      method: 'POST',
      url: '/wiki/Special:Upload',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })
    assert.equal(answer.statusCode, 303, answer.body)
    const raw = await app.inject({
      url: `/index.php?title=${fields.wpDestFile}&action=raw`.replace('=', '=File:'),
      headers,
    })
    return raw.body
  }

  test('is chosen in the form and written below the description, without scripts', async () => {
    assert.deepEqual(await options(), ['No licence selected', 'CC BY-SA 4.0', 'CC BY 4.0', 'CC0 1.0'])
    const licence = '[https://creativecommons.org/publicdomain/zero/1.0/ CC0 1.0]'
    const fields = { wpDestFile: 'Ring.svg', wpUploadDescription: 'A ring.', wpLicense: licence, wpIgnoreWarning: '1' }
    assert.equal(await send(fields), `A ring.\n\n== Licence ==\n${licence}`)
    const other = { ...fields, wpDestFile: 'Other.svg', wpLicense: '{{Delete}}' }
    assert.equal(await send(other), 'A ring.', 'only licences of the list are taken')
  })
})
