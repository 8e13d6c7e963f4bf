/** The first of two consecutive ports, one for each width. */
export const firstPort = Number(process.env['PICTURES_PORT'] ?? 4185)

/** The time of the pictures, minutes after the market was created. */
export const takenAt = '2026-11-20T09:05:00Z'

export const siteEnv = {
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  SUPPORT_EMAIL: 'help@primp.test',
}
