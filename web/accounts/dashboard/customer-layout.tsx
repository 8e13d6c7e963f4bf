import { MemberPages } from '#web/accounts/protected.tsx'

/** Around all pages of the Customer Dashboard. */
export default MemberPages
