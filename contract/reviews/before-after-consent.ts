/**
 * Consent text for showing pictures of a person. A changed text is a new version; earlier consents keep the text that
 * was read.
 */
export const beforeAfterConsent = {
  version: 2,
  yes: 'I am the person in these two pictures. They may be shown as a before and an after next to my review of {provider} on their page, where everyone can see them. I can withdraw this consent at any time with the same link. The pictures are then deleted immediately.',
  gallery: 'They may also be shown in the albums of {provider}, until I withdraw this consent.',
} as const

export const beforeAfterFolder = 'before-after'

export const formatConsent = (provider: string, gallery: boolean): string =>
  [beforeAfterConsent.yes, ...(gallery ? [beforeAfterConsent.gallery] : [])]
    .map((words) => words.replace('{provider}', () => provider))
    .join(' ')
