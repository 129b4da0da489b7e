import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import type { Account } from './account.ts'
import {
  CHALLENGE_LIFETIME,
  findPasskey,
  keepChallenge,
  type Passkey,
  type Purpose,
  passkeysOf,
  takeChallenge,
} from './passkeys.ts'
import type { Session } from './sessions.ts'

/** Longer responses are no passkey's: certificates of authenticators are not requested. */
const MAX_RESPONSE_LENGTH = 20_000
/** Ed25519, ECDSA with P-256, RSA: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

const base64url = /^[A-Za-z0-9_-]+$/
const transport = /^[a-z-]{1,20}$/

export type Rejected = {
  readonly ok: false
  /** `unknown`: the credential is not registered here, or not for this account. */
  readonly reason: 'expired' | 'unknown' | 'invalid'
}

/** A verified response to a challenge. The counter is not stored yet. */
export type Verified = { readonly ok: true; readonly passkey: Passkey; readonly signCount: number }

export type NewCredential = {
  readonly ok: true
  readonly credential: Pick<Passkey, 'id' | 'publicKey' | 'signCount' | 'transports' | 'canLogIn'>
}

const rejected = (reason: Rejected['reason']): Rejected => ({ ok: false, reason })

/** Issues challenges for authenticators and verifies their responses (WebAuthn). Other classes decide what they allow. */
export class WebAuthn {
  readonly #store: Store
  readonly #clock: Clock
  readonly #origin: string
  /** The host name: a credential works on this site only. */
  readonly #rpId: string
  readonly #siteName: string
  /** Browsers offer passkeys only over https or on this machine, and never for IP addresses. */
  readonly isAvailable: boolean

  constructor(store: Store, clock: Clock, site: { readonly siteUrl: string; readonly siteName: string | null }) {
    const { origin, hostname, protocol, host } = new URL(site.siteUrl)
    this.#store = store
    this.#clock = clock
    this.#origin = origin
    this.#rpId = hostname
    this.#siteName = site.siteName ?? host
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
    this.isAvailable = (protocol === 'https:' || isLocal) && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  }

  /** Options for `navigator.credentials` in their JSON form, with a new challenge for this session. */
  async options(session: Session, purpose: Purpose, account: Account | null): Promise<object> {
    const challenge = randomBytes(32).toString('base64url')
    const known = account === null ? [] : await passkeysOf(this.#store.primary, account.id)
    const of = { challenge, purpose, sessionHash: session.idHash, accountId: account?.id ?? null }
    await this.#store.transaction(tx => keepChallenge(tx, this.#clock, of))
    const timeout = CHALLENGE_LIFETIME * 1000
    const list = known.map(({ id, transports }) => ({ type: 'public-key', id, transports }))
    if (purpose !== 'add' || account === null)
      return {
        challenge,
        timeout,
        rpId: this.#rpId,
        allowCredentials: list,
        userVerification: purpose === 'factor' ? 'discouraged' : 'required',
      }
    return {
      challenge,
      timeout,
      rp: { id: this.#rpId, name: this.#siteName },
      user: { id: this.#handle(account.id), name: account.name, displayName: account.name },
      pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
      excludeCredentials: list,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
      extensions: { credProps: true },
    }
  }

  /** The account's name in authenticators, which must not reveal whose it is. */
  #handle(accountId: number): string {
    return createHash('sha256').update(`passkeys of ${accountId} on ${this.#rpId}`).digest('base64url')
  }

  /** Verifies a new credential. */
  async verifyNew(session: Session, account: Account, text: string): Promise<NewCredential | Rejected> {
    const response = await this.#accept<RegistrationResponseJSON>(session, 'add', account, text)
    if (!isAccepted(response)) return response
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    try {
      await rejectCertificates(response)
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challengeIn(response),
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      })
      if (!verified || registrationInfo.credential.id !== response.id) return rejected('invalid')
      const { credential, userVerified } = registrationInfo
      return {
        ok: true,
        credential: {
          id: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          signCount: credential.counter,
          transports: transportsOf(response),
          canLogIn: userVerified && response.clientExtensionResults?.credProps?.rk === true,
        },
      }
    } catch {
      return rejected('invalid')
    }
  }

  /** Verifies a response for one account, or without one (`login`) for the account that it belongs to. */
  async verify(
    session: Session,
    purpose: Purpose,
    account: Account | null,
    text: string,
  ): Promise<Verified | Rejected> {
    const response = await this.#accept<AuthenticationResponseJSON>(session, purpose, account, text)
    if (!isAccepted(response)) return response
    const passkey = await findPasskey(this.#store.primary, response.id)
    if (passkey === null || (account !== null && passkey.accountId !== account.id)) return rejected('unknown')
    const { userHandle } = response.response
    const expected = this.#handle(passkey.accountId)
    if (userHandle !== expected && (account === null || (userHandle ?? '') !== '')) return rejected('unknown')
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challengeIn(response),
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        requireUserVerification: purpose !== 'factor',
        credential: storedCredential(passkey),
      })
      return verified ? { ok: true, passkey, signCount: authenticationInfo.newCounter } : rejected('invalid')
    } catch {
      return rejected('invalid')
    }
  }

  /** Reads a response and uses up its challenge, before anything else is checked. */
  async #accept<R extends AuthenticationResponseJSON | RegistrationResponseJSON>(
    session: Session,
    purpose: Purpose,
    account: Account | null,
    text: string,
  ): Promise<R | Rejected> {
    const response = readResponse<R>(text)
    if (response === null || !this.isAvailable) return rejected('invalid')
    const challenge = challengeIn(response)
    const expected = { challenge, purpose, sessionHash: session.idHash, accountId: account?.id ?? null }
    const isIssued = await this.#store.transaction(tx => takeChallenge(tx, this.#clock, expected))
    return isIssued ? response : rejected('expired')
  }
}

const isAccepted = <R extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  response: R | Rejected,
): response is R => !('ok' in response)

/** The counter is compared when it is stored, so that concurrent uses are compared too. */
const storedCredential = ({ id, publicKey }: Passkey): WebAuthnCredential => ({
  id,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter: 0,
})

interface ClientData {
  readonly challenge?: unknown
  readonly crossOrigin?: unknown
}

const clientData = (encoded: string): ClientData => JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))

/** Null unless the fields that are used before the verification have their types. */
function readResponse<R extends AuthenticationResponseJSON | RegistrationResponseJSON>(text: string): R | null {
  if (text.length > MAX_RESPONSE_LENGTH) return null
  try {
    const response = JSON.parse(text)
    const { challenge, crossOrigin } = clientData(response.response.clientDataJSON)
    const isFit = typeof response.id === 'string' && base64url.test(response.id) && typeof challenge === 'string'
    // Our pages cannot be framed, so an honest response never comes from a frame.
    return isFit && crossOrigin !== true ? response : null
  } catch {
    return null
  }
}

const challengeIn = ({ response }: AuthenticationResponseJSON | RegistrationResponseJSON): string =>
  clientData(response.clientDataJSON).challenge as string

/**
 * Browsers remove certificates when none are requested. They are rejected, because verifying them would request
 * addresses that they contain.
 */
async function rejectCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error(`attestation format ${format}`)
}

const transportsOf = ({ response }: RegistrationResponseJSON): string[] =>
  (Array.isArray(response.transports) ? response.transports : [])
    .filter(each => typeof each === 'string' && transport.test(each))
    .slice(0, 10)
