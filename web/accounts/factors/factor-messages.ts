import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'
import type { Catalogue } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { loadPart } from '#web/platform/optional.tsx'

export const factorMessages = {
  'proof.title': 'Is it you?',
  'proof.text': 'Show that it is you, then it goes on.',
  'proof.passkey': 'Use your passkey',
  'proof.password': 'Your password',
  'proof.totp': 'The six digits in your app',
  'proof.recovery': 'A recovery code',
  'proof.mail': 'The six digits in our mail to {email}',
  'proof.mail.send': 'Mail me a code',
  'proof.other.passkey': 'Use a passkey instead',
  'proof.other.password': 'Use the password instead',
  'proof.other.totp': 'Use the app instead',
  'proof.other.recovery': 'Use a recovery code instead',
  'proof.other.mail': 'Use a code by mail instead',
  'proof.submit': 'Carry on',
  'proof.back': 'Not now',
  'passkey.failed': 'The passkey was not used. Try again, or choose another way.',
  'passkey.none': 'This browser knows no passkeys.',
  'login.passkey': 'Use a passkey',
  'own.factors.text':
    'A passkey is your phone, your computer or a key of yours: a finger, your face or its code instead of a password. Nobody can guess it or trick you out of it.',
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
  'own.factors.removed': '{name} is removed.',
  'own.totp.name': 'App with codes',
  'own.totp.add': 'Use an app with codes',
  'own.totp.text': 'Open the app on this device, or type the key into it. Then type the six digits that it shows.',
  'own.totp.open': 'Open in the app',
  'own.totp.key': 'Key',
  'own.totp.code': 'Six digits',
  'own.totp.confirm': 'Confirm',
  'own.totp.added': 'The app is set up.',
  'own.recovery.left': { one: '{n} recovery code is left.', other: '{n} recovery codes are left.' },
  'own.recovery.renew': 'New recovery codes',
  'own.recovery.title': 'Keep these codes',
  'own.recovery.text': 'Each opens your account once where you have lost passkey and app. They are shown only now.',
  'own.recovery.kept': 'I have kept them',
  'second.title': 'A second step',
  'second.setup':
    'Operators log in with a passkey, or with an app beside the password. Set one up; then everything opens.',
  'second.proof': 'Show your passkey, the digits in your app or a recovery code; then everything opens.',
  'second.go': 'Carry on',
} as const satisfies Catalogue

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
