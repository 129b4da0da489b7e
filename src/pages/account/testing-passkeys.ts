// For tests: an authenticator in software, whose responses tests can falsify.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

export type Options = Record<string, unknown> & { challenge: string }

/** What a false response changes. */
export interface Lies {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  /** User present, user verified. */
  flags?: number
  counter?: number
  userHandle?: string | null
  id?: string
  /** Changes a byte of the signature. */
  isTampered?: boolean
  /** Changes the client data after signing. */
  isRewritten?: boolean
  /** The attestation statement and format of a new credential. */
  attestation?: { format: string; statement: Map<string, unknown> }
}

const PRESENT = 1
const VERIFIED = 4
const NEW_CREDENTIAL = 64

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** The parts of CBOR that WebAuthn uses (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

/** An authenticator with one key. */
export class SoftKey {
  readonly id: string = randomBytes(32).toString('base64url')
  /** Incremented with each use; 0 stays 0, as with passkeys that are copied between devices. */
  counter: number
  readonly #origin: string
  readonly #rpId: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #userHandle = ''

  constructor(site: string, counter = 1) {
    this.#origin = new URL(site).origin
    this.#rpId = new URL(site).hostname
    this.counter = counter
  }

  get #publicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const point = (text: string | undefined) => Buffer.from(text!, 'base64url')
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    )
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): Buffer {
    const { origin = this.#origin, crossOrigin = false } = lies
    return Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin, crossOrigin }),
    )
  }

  #authenticatorData(flags: number, lies: Lies, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.counter)
    return Buffer.concat([sha256(lies.rpId ?? this.#rpId), Buffer.from([flags]), counter, more])
  }

  /** A new credential, as `navigator.credentials.create` returns it. */
  create(options: Options, lies: Lies = {}): string {
    this.#userHandle ||= (options.user as { id: string }).id
    const clientDataJSON = this.#clientData('webauthn.create', options, lies)
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const data = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey])
    const flags = (lies.flags ?? PRESENT | VERIFIED) | NEW_CREDENTIAL
    const authData = this.#authenticatorData(flags, lies, data)
    const { format, statement } = lies.attestation ?? { format: 'none', statement: new Map() }
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ])
    const response = { clientDataJSON, attestationObject: cbor(attestation) }
    return this.#written(response, lies, { clientExtensionResults: { credProps: { rk: true } } })
  }

  /** A response to a challenge, as `navigator.credentials.get` returns it. */
  get(options: Options, lies: Lies = {}): string {
    if (this.counter > 0) this.counter++
    const clientDataJSON = this.#clientData('webauthn.get', options, lies)
    const authenticatorData = this.#authenticatorData(lies.flags ?? PRESENT | VERIFIED, lies)
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey)
    if (lies.isTampered) signature[signature.length - 1]! ^= 1
    const userHandle = lies.userHandle === undefined ? this.#userHandle : lies.userHandle
    const response = {
      clientDataJSON: lies.isRewritten
        ? Buffer.from(`${clientDataJSON.toString().slice(0, -1)},"a":1}`)
        : clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle !== null && { userHandle: Buffer.from(userHandle, 'base64url') }),
    }
    return this.#written(response, lies, { clientExtensionResults: {} })
  }

  #written(response: Record<string, Buffer>, { id = this.id }: Lies, more: object): string {
    const fields = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])
    return JSON.stringify({ id, rawId: id, type: 'public-key', response: Object.fromEntries(fields), ...more })
  }
}
