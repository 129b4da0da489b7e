import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { authorization, parseS3Url } from './s3.ts'
import { readS3List } from './s3-list.ts'

test("signs requests as in the examples of Amazon's documentation", () => {
  const keys = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const signatureOf = (
    method: string,
    path: string,
    more: { query?: Record<string, string>; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const { query = {}, headers = {}, body = '' } = more
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const time = '20130524T000000Z'
    const own = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
    const header = authorization({ method, path, query, headers: { ...headers, ...own }, bodyHash, time }, keys)
    return /Signature=(\w+)$/.exec(header)![1]
  }
  assert.deepEqual(
    [
      signatureOf('GET', '/test.txt', { headers: { range: 'bytes=0-9' } }),
      signatureOf('PUT', '/test%24file.text', {
        body: 'Welcome to Amazon S3.',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      }),
      signatureOf('GET', '/', { query: { lifecycle: '' } }),
      signatureOf('GET', '/', { query: { 'max-keys': '2', prefix: 'J' } }),
    ],
    [
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  )
})

test('parses store URLs and rejects malformed ones', () => {
  const keys = { accessKey: 'key', secretKey: 'a/b+c' }
  assert.deepEqual(parseS3Url('s3://key:a%2Fb%2Bc@s3.example.org/our-bucket'), {
    endpoint: 'https://s3.example.org',
    region: 'us-east-1',
    bucket: 'our-bucket',
    folder: '',
    ...keys,
  })
  assert.deepEqual(parseS3Url('s3+http://key:a%2Fb%2Bc@[::1]:9000/b/wiki/one/?region=eu-central-1'), {
    endpoint: 'http://[::1]:9000',
    region: 'eu-central-1',
    bucket: 'b',
    folder: 'wiki/one/',
    ...keys,
  })
  for (const wrong of [
    ...['', 'files', 'http://key:secret@host/bucket', 's3://host/bucket', 's3://key@host/bucket'],
    ...['s3://key:secret@host/', 's3://key:secret@host', 's3://key:secret@host/a b', 's3://key:secret@host/b/x%20y'],
    ...['s3://key:secret@host/bucket?zone=1', 's3://key:secret@host/bucket#x', 's3://key:%zz@host/bucket'],
  ])
    assert.equal(parseS3Url(wrong), null, wrong)
})

test('reads lists of objects and rejects malformed ones', () => {
  const object = (key: string, modified = '2026-01-02T03:04:05.000Z') =>
    `<Contents>\n <Key>${key}</Key><Size>7</Size><Owner><ID>1</ID></Owner><LastModified>${modified}</LastModified></Contents>`
  const list = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${inner}</ListBucketResult>`
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>1/a&amp;b</NextContinuationToken>'
  assert.deepEqual(readS3List(list(`${more}${object('a&amp;b&#x20;c')}${object('d')}`)), {
    objects: ['a&b c', 'd'].map(key => ({ key, size: 7, modified: Date.UTC(2026, 0, 2, 3, 4, 5) })),
    next: '1/a&b',
  })
  assert.deepEqual(readS3List(list('<IsTruncated>false</IsTruncated>')), { objects: [], next: null })
  for (const wrong of ['', '<html>', list(object('')), list(object('a', 'soon')), list(object('a')).slice(0, -1)])
    assert.equal(readS3List(wrong), null, wrong)
})
