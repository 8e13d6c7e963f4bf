import { account } from '#contract/accounts/account.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { serve } from '#server/platform/http/serve.ts'
import { actAs } from '#server/accounts/sessions/act-as.ts'
import { changeEmail, confirmEmail } from '#server/accounts/own-account/change-email.ts'
import { askDelete, confirmDelete } from '#server/accounts/leaving/delete-account.ts'
import { endDevice, endOtherDevices, listDevices } from '#server/accounts/sessions/devices.ts'
import { exportData, readExport } from '#server/accounts/own-account/export-data.ts'
import { logIn } from '#server/accounts/sessions/log-in.ts'
import { logOut } from '#server/accounts/sessions/log-out.ts'
import { changeOwnAccount, setNotices, showAccount } from '#server/accounts/own-account/own-account.ts'
import { register } from '#server/accounts/registering/register.ts'
import { changePassword, resetPassword } from '#server/accounts/links/reset-password.ts'
import { sendMagicLink, sendPasswordReset } from '#server/accounts/links/send-magic-link.ts'
import { showMe } from '#server/accounts/sessions/show-me.ts'
import { spendLoginCode, spendMagicLink, spendProviderLink } from '#server/accounts/links/spend-links.ts'
import { claimSearchesHere } from '#server/accounts/links/welcome.ts'
import {
  resendVerification,
  sendOwnVerification,
  verifyCode,
  verifyEmail,
} from '#server/accounts/links/verify-email.ts'

export const accountRoutes = [
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
    setNotices,
    exportMine: exportData,
    readExport,
    askDelete,
    confirmDelete,
  }),
]
