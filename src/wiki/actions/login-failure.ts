import type { LoginResult } from '#accounts/login.ts'

/** Why a login failed: the message's key and text as clients know them. A wrong name and a wrong password look alike. */
export function loginFailure(result: LoginResult & { ok: false }): { code: string; text: string } {
  switch (result.reason) {
    case 'throttled':
      return {
        code: 'login-throttled',
        text: `You have made too many recent login attempts. Please wait ${result.waitSeconds} seconds before trying again.`,
      }
    case 'inactive':
      return { code: 'login-userblocked', text: 'This user is blocked. Login not allowed.' }
    case 'address':
      return { code: 'botpasswords-restriction-failed', text: 'Bot password restrictions prevent this login.' }
    default:
      return { code: 'wrongpassword', text: 'Incorrect username or password entered. Please try again.' }
  }
}
