import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import { defineMessages } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { loadPart } from '#web/platform/optional.tsx'

export const factorMessages = defineMessages({
  'proof.title': 'Confirm it is you',
  'proof.text': 'Please confirm your identity to continue.',
  'proof.passkey': 'Use your passkey',
  'proof.password': 'Your password',
  'proof.totp': 'The 6-digit code from your app',
  'proof.recovery': 'A recovery code',
  'proof.mail': 'The 6-digit code we emailed to {email}',
  'proof.mail.send': 'Email me a code',
  'proof.other.passkey': 'Use a passkey instead',
  'proof.other.password': 'Use your password instead',
  'proof.other.totp': 'Use your app instead',
  'proof.other.recovery': 'Use a recovery code instead',
  'proof.other.mail': 'Use an emailed code instead',
  'proof.submit': 'Continue',
  'proof.back': 'Not now',
  'passkey.failed': 'The passkey did not work. Try again or choose another method.',
  'passkey.none': 'This browser does not support passkeys.',
  'login.passkey': 'Use a passkey',
  'own.factors.text':
    'Log in with your fingerprint, face or device PIN instead of a password. A passkey cannot be guessed or stolen by a fake site.',
  'own.factors.add': 'Add a passkey',
  'own.factors.name': 'Name',
  'own.factors.name.default': 'This device',
  'own.factors.rename': 'Rename {name}',
  'own.factors.rename.act': 'Rename',
  'own.factors.save': 'Save name',
  'own.factors.remove': 'Remove {name}',
  'own.factors.remove.act': 'Remove',
  'own.factors.used': 'Last used {dateTime}',
  'own.factors.unused': 'Not used yet',
  'own.factors.added': 'Passkey added.',
  'own.factors.removed': '{name} removed.',
  'own.totp.name': 'Authenticator app',
  'own.totp.add': 'Use an authenticator app',
  'own.totp.text':
    'Open your authenticator app on this device, or enter the key in the app on another device. Then enter the 6-digit code it shows.',
  'own.totp.open': 'Open the app',
  'own.totp.key': 'Key',
  'own.totp.code': '6-digit code',
  'own.totp.confirm': 'Confirm',
  'own.totp.added': 'Authenticator app added.',
  'own.recovery.left': '{n, plural, one {{n} recovery code left.} other {{n} recovery codes left.}}',
  'own.recovery.renew': 'New recovery codes',
  'own.recovery.title': 'Save these codes',
  'own.recovery.text': 'Each code lets you log in once if you lose your passkey and app. We show them only now.',
  'own.recovery.kept': 'I have saved them',
  'second.title': 'Two-step login',
  'second.setup':
    'Operators log in with a passkey, or with a password and an authenticator app. Set one up to continue.',
  'second.proof': 'Use your passkey, the code from your app or a recovery code to continue.',
  'second.go': 'Continue',
})

// Lazy-loaded with the first passkey.
const webauthn = () => loadPart(() => import('@simplewebauthn/browser'))

/** `autocomplete` of an address field that also offers passkeys. */
export const addressOrPasskey = 'username webauthn'

export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Creates a passkey; returns null if cancelled. */
export async function createPasskey(): Promise<PasskeyAnswer | null> {
  const { options, state } = await browserApi().factors.passkeyOptions({})
  const { startRegistration } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const answer = await startRegistration({ optionsJSON }).catch(() => null)
  return answer && { state, answer: { ...answer } }
}

/** Signs in with a passkey; returns null if cancelled. With `offered`, waits for a choice in the address field. */
export async function signWithPasskey(offered = false): Promise<PasskeyAnswer | null> {
  const { options, state } = await browserApi().factors.createPasskeyChallenge({}, { auth: false })
  const { startAuthentication } = await webauthn()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: offered }).catch(() => null)
  return answer && { state, answer: { ...answer } }
}

/** Returns whether the browser offers passkeys in the address field. */
export const isPasskeyAutofillSupported = async (): Promise<boolean> =>
  supportsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false)
