import { account } from '#contract/account.ts'
import { accounts } from '#contract/accounts.ts'
import { serve } from '#server/platform/serve.ts'
import { actAs } from './act-as.ts'
import { changeEmail, confirmEmail } from './change-email.ts'
import { askDelete, confirmDelete } from './delete-account.ts'
import { endDevice, endOtherDevices, listDevices } from './devices.ts'
import { exportData, readExport } from './export-data.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { changeOwnAccount, setNotices, showAccount } from './own-account.ts'
import { register } from './register.ts'
import { changePassword, resetPassword } from './reset-password.ts'
import { sendMagicLink, sendPasswordReset } from './send-magic-link.ts'
import { showMe } from './show-me.ts'
import { spendLoginCode, spendMagicLink, spendProviderLink } from './spend-links.ts'
import { claimSearchesHere } from './welcome.ts'
import { resendVerification, sendOwnVerification, verifyCode, verifyEmail } from './verify-email.ts'

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
