/** The first of two ports next to each other, one for each width. */
export const firstPort = Number(process.env['PICTURES_PORT'] ?? 4185)

/** When the pictures are taken; the market has been made in the minutes before. */
export const takenAt = '2026-11-20T09:05:00Z'

/** How a site is started that pictures are taken of. */
export const siteEnv = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', NODE_ENV: 'production' }
