import { MemberPages } from '#web/accounts/protected.tsx'

/** Layout of all Customer Dashboard pages. */
export default MemberPages
