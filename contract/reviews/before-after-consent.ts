/**
 * Consent text for showing pictures of a person. A changed text is a new version; earlier consents keep the text that
 * was read.
 */
export const beforeAfterConsent = {
  version: 1,
  yes: 'I am the person in these two pictures. They may be shown, a before and an after, beside my review of {provider} on their page, for everybody. I can take this back at any time with the same link; they are then deleted at once.',
  gallery: 'They may also stand in the albums of {provider}, for as long as this yes does.',
} as const

export const beforeAfterFolder = 'before-after'

export const formatConsent = (provider: string, gallery: boolean): string =>
  [beforeAfterConsent.yes, ...(gallery ? [beforeAfterConsent.gallery] : [])]
    .map((words) => words.replace('{provider}', () => provider))
    .join(' ')
