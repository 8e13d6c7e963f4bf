import { account } from '#contract/accounts/account.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { apiKeys } from '#contract/accounts/api-keys.ts'
import { factors } from '#contract/accounts/factors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listFactors } from '#server/accounts/factors/list-factors.ts'
import { offerPasskey } from '#server/accounts/factors/offer-passkey.ts'
import { addPasskey } from '#server/accounts/factors/add-passkey.ts'
import { namePasskey } from '#server/accounts/factors/name-passkey.ts'
import { removePasskey } from '#server/accounts/factors/remove-passkey.ts'
import { startTotp } from '#server/accounts/factors/start-totp.ts'
import { confirmTotp } from '#server/accounts/factors/confirm-totp.ts'
import { removeTotp } from '#server/accounts/factors/remove-totp.ts'
import { renewRecoveryCodes } from '#server/accounts/factors/renew-recovery-codes.ts'
import { askPasskey } from '#server/accounts/factors/ask-passkey.ts'
import { logInByPasskey } from '#server/accounts/factors/log-in-by-passkey.ts'
import { listProofWays } from '#server/accounts/factors/list-proof-ways.ts'
import { mailProofCode } from '#server/accounts/factors/mail-proof-code.ts'
import { proveAgain } from '#server/accounts/factors/prove-again.ts'
import { endKey } from '#server/accounts/api-keys/end-key.ts'
import { listKeys } from '#server/accounts/api-keys/list-keys.ts'
import { makeKey } from '#server/accounts/api-keys/make-key.ts'
import { partnerRoutes } from '#server/accounts/partners/partner-routes.ts'
import { actAs } from '#server/accounts/sessions/act-as.ts'
import { changeEmail } from '#server/accounts/own-account/change-email.ts'
import { confirmEmail } from '#server/accounts/own-account/confirm-email.ts'
import { previewEnds } from '#server/accounts/leaving/preview-ends.ts'
import { askDelete } from '#server/accounts/leaving/ask-delete.ts'
import { confirmDelete } from '#server/accounts/leaving/confirm-delete.ts'
import { endDevice } from '#server/accounts/sessions/end-device.ts'
import { endAllDevices } from '#server/accounts/sessions/end-all-devices.ts'
import { endOtherDevices } from '#server/accounts/sessions/end-other-devices.ts'
import { listDevices } from '#server/accounts/sessions/list-devices.ts'
import { exportData } from '#server/accounts/own-account/export-data.ts'
import { readExport } from '#server/accounts/own-account/read-export.ts'
import { logIn } from '#server/accounts/sessions/log-in.ts'
import { logOut } from '#server/accounts/sessions/log-out.ts'
import { changeOwnAccount } from '#server/accounts/own-account/change-own-account.ts'
import { proveNumber } from '#server/accounts/own-account/prove-number.ts'
import { sendNumberCode } from '#server/accounts/own-account/send-number-code.ts'
import { setCookieChoice } from '#server/accounts/own-account/set-cookie-choice.ts'
import { showMailToStop } from '#server/accounts/own-account/show-mail-to-stop.ts'
import { stopMail } from '#server/accounts/own-account/stop-mail.ts'
import { setNotices } from '#server/accounts/own-account/set-notices.ts'
import { showAccount } from '#server/accounts/own-account/show-account.ts'
import { register } from '#server/accounts/registering/register.ts'
import { changePassword } from '#server/accounts/links/change-password.ts'
import { resetPassword } from '#server/accounts/links/reset-password.ts'
import { sendMagicLink } from '#server/accounts/links/send-magic-link.ts'
import { sendPasswordReset } from '#server/accounts/links/send-password-reset.ts'
import { showMe } from '#server/accounts/sessions/show-me.ts'
import { spendLoginCode } from '#server/accounts/links/spend-login-code.ts'
import { spendMagicLink } from '#server/accounts/links/spend-magic-link.ts'
import { spendProviderLink } from '#server/accounts/links/spend-provider-link.ts'
import { claimSearchesHere } from '#server/accounts/links/claim-searches-here.ts'
import { resendVerification } from '#server/accounts/links/resend-verification.ts'
import { sendOwnVerification } from '#server/accounts/links/send-own-verification.ts'
import { verifyEmail } from '#server/accounts/links/verify-email.ts'
import { verifyCode } from '#server/accounts/links/verify-code.ts'

export const accountRoutes = [
  ...partnerRoutes,
  ...serve(apiKeys, { list: listKeys, make: makeKey, end: endKey }),
  ...serve(factors, {
    list: listFactors,
    passkeyOptions: offerPasskey,
    addPasskey,
    namePasskey,
    removePasskey,
    startTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes,
    askPasskey,
    logInByPasskey,
    proofWays: listProofWays,
    mailProofCode,
    prove: proveAgain,
  }),
  ...serve(accounts, {
    register,
    login: logIn,
    logout: logOut,
    me: showMe,
    magicLink: sendMagicLink,
    spendMagicLink,
    spendCode: spendLoginCode,
    spendProviderLink,
    spendLoginAs: actAs,
    forgotPassword: sendPasswordReset,
    resetPassword,
    verifyEmail,
    resendVerification,
  }),
  ...serve(account, {
    show: showAccount,
    ends: previewEnds,
    change: changeOwnAccount,
    claim: claimSearchesHere,
    changeEmail,
    confirmEmail,
    sendVerification: sendOwnVerification,
    verifyCode,
    changePassword,
    sessions: listDevices,
    endSession: endDevice,
    endOtherSessions: endOtherDevices,
    endAllSessions: endAllDevices,
    setCookieChoice,
    setNotices,
    mailToStop: showMailToStop,
    stopMail,
    sendNumberCode,
    proveNumber,
    exportMine: exportData,
    readExport,
    askDelete,
    confirmDelete,
  }),
]
