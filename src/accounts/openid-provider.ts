/** An identity provider that users can log in with (OpenID Connect). */
export interface OpenidProvider {
  readonly issuer: string
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
  /** On buttons: "Log in with …". */
  readonly label: string
  readonly scope: string
  /** What happens at the first login: a new account, one if the visitor was invited, or none. */
  readonly accounts: 'create' | 'invitation' | 'link'
  /** Only verified addresses in these domains may log in; empty for all. */
  readonly emailDomains: readonly string[]
  /** The claim that lists the user's groups at the provider. */
  readonly groupsClaim: string
  /** Values of that claim to wiki groups. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** Values of that claim to names of site-wide teams. */
  readonly teams: Readonly<Record<string, readonly string[]>>
  /** The provider asks for a second factor, so this site does not. */
  readonly secondFactor: boolean
  /** Logging out here also logs out there. */
  readonly singleLogout: boolean
  /** Whether the provider may be in a private network. */
  readonly network: 'public' | 'any'
}
