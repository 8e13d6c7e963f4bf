import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { loadPart } from '#web/platform/chunks.ts'

// Comes when somebody first turns to a passkey.
const webauthn = () => loadPart(() => import('@simplewebauthn/browser'))

/** The `autocomplete` of a field for the address in which the browser offers passkeys too. */
export const addressOrPasskey = 'username webauthn'

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Makes a passkey with this browser; null where its person did not want to. */
export async function makePasskey(): Promise<PasskeyAnswer | null> {
  const { options, state } = await browserApi().factors.passkeyOptions({})
  const { startRegistration } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const answer = await startRegistration({ optionsJSON }).catch(() => null)
  return answer && { state, answer: { ...answer } }
}

/** Signs with a passkey of this browser's person; null where they did not want to. `offered` waits until it is chosen in the field of the address. */
export async function signWithPasskey(offered = false): Promise<PasskeyAnswer | null> {
  const { options, state } = await browserApi().factors.askPasskey({}, { auth: false })
  const { startAuthentication } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: offered }).catch(() => null)
  return answer && { state, answer: { ...answer } }
}

/** Whether the browser offers passkeys in the field of the address. */
export const offersPasskeys = async (): Promise<boolean> =>
  knowsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)
