/** What reads and writes pixels, for who needs it: no start and no page does. */
export const sharp = async () => (await import('sharp')).default
