import { LIFETIME, type Session } from './sessions.ts'

export const SESSION_COOKIE = 'parlance_session'

const pattern = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=([A-Za-z0-9_-]+)`)

/** The session id in a Cookie header, if there is one. */
export const sessionIdIn = (cookieHeader: string | undefined): string | null =>
  (cookieHeader && pattern.exec(cookieHeader)?.[1]) || null

/** "Remember me" sessions get Max-Age; others end when the browser closes. */
export function sessionCookie(id: string, session: Session, secure: boolean): string {
  const maxAge = session.lifetime >= LIFETIME.remembered ? `; Max-Age=${session.lifetime}` : ''
  return `${SESSION_COOKIE}=${id}; Path=/${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export const expiredCookie = (secure: boolean): string =>
  `${SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
