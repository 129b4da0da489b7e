import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/services.ts'
import { acceptRoutes } from './accept.ts'
import { confirmRoutes } from './confirm.ts'
import { invitationsRoutes } from './invitations.ts'
import { keysRoutes } from './keys.ts'
import { loginRoutes } from './login.ts'
import { loginCodeRoutes } from './login-code.ts'
import { looksRoutes } from './looks.ts'
import { memoryRoutes } from './memory.ts'
import { handleNewDevices, signInInbox } from './new-device.ts'
import { notificationsRoutes } from './notifications.ts'
import { openidRoutes } from './openid.ts'
import { passkeyLoginRoutes } from './passkey-login.ts'
import { passkeyOptionsRoutes } from './passkey-options.ts'
import { passkeysRoutes } from './passkeys.ts'
import { profileRoutes } from './profile.ts'
import { registerRoutes } from './register.ts'
import { removeRoutes } from './remove.ts'
import { handleResets, resetRoutes } from './reset.ts'
import { securityRoutes } from './security.ts'
import { signInsRoutes } from './sign-ins.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { verifyIdentityRoutes } from './verify-identity.ts'
import { workRoutes } from './work.ts'

export function registerAccountPages(services: Services): void {
  handleResets(services)
  handleNewDevices(services)
  services.inbox.sources.push(signInInbox(services))
}

/** Login and registration (`/accounts/…`), and account settings (`/account/…`). */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  for (const add of [
    loginRoutes,
    loginCodeRoutes,
    passkeyLoginRoutes,
    passkeyOptionsRoutes,
    openidRoutes,
    registerRoutes,
    resetRoutes,
    confirmRoutes,
    invitationsRoutes,
    acceptRoutes,
    profileRoutes,
    workRoutes,
    memoryRoutes,
    looksRoutes,
    securityRoutes,
    twoFactorRoutes,
    passkeysRoutes,
    signInsRoutes,
    verifyIdentityRoutes,
    keysRoutes,
    notificationsRoutes,
    removeRoutes,
  ])
    add(app, services)
}
