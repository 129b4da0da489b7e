import { SaxesParser } from 'saxes'

/** One page of the objects in a bucket, as `ListObjectsV2` describes it. */
interface S3List {
  readonly objects: readonly S3Object[]
  /** Where the next page starts; null on the last page. */
  readonly next: string | null
}

interface S3Object {
  readonly key: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

type Fields = Record<string, string>

/** Null if the response is malformed. */
export function readS3List(xml: string): S3List | null {
  const objects: S3Object[] = []
  const page: Fields = {}
  let object: Fields = {}
  const path: string[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    if (path.length === 2) object = {}
  })
  parser.on('text', text => {
    const [, outer, inner] = path
    const fields = path.length === 2 ? page : path.length === 3 && outer === 'Contents' ? object : null
    const name = inner ?? outer!
    if (fields) fields[name] = (fields[name] ?? '') + text
  })
  parser.on('closetag', () => {
    const { Key = '', Size, LastModified = '' } = object
    if (path.length === 2 && path[1] === 'Contents')
      objects.push({ key: Key, size: Number(Size), modified: Date.parse(LastModified) })
    path.pop()
  })
  try {
    parser.write(xml).close()
  } catch {
    return null
  }
  if (objects.some(({ key, modified }) => key === '' || Number.isNaN(modified))) return null
  return { objects, next: page.IsTruncated === 'true' ? (page.NextContinuationToken ?? null) : null }
}
