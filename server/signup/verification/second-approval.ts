/** The setting that asks for two people's approval of a profile. */
export const secondApprovalSetting = 'verification.secondApproval'
