/** Paths of what is made for one visitor: their searches, their bookings, the links of their mails. Everything else is the same for everyone and kept. */
export const forOne =
  /^\/(quotes?|search|book|review|post-review|s|verify|alerts|login-as|reset-password|login\/[^/]+)(\/|$|\.data)/

const publicPaths =
  /^\/(au|ca|gb|us|content|lessons|halloween|happy-place|coming-soon|hairdressers|nails|providers|offers?|join[a-z-]*|@)(\/|$)/i

/** The one way to write a public path: lower case, without a slash at its end. */
export function canonicalPath(path: string): string {
  if (!publicPaths.test(path)) return path
  return path.replace(/\/+$/, '').toLowerCase()
}

/** Whether a page that is not there has an address of a known shape, so that it is worth remembering for a while. */
export const isMissingKept = (path: string): boolean => /^\/(au|ca|gb|us|content|@)\/[a-z0-9/-]{1,120}$/.test(path)

const tracking = /^(utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid|heapId|experimentId)$/

/** Whether a query says where somebody came from and nothing else. */
export const isTrackingOnly = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].every((key) => tracking.test(key))
