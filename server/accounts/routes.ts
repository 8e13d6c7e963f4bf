import { account } from '#contract/accounts/account.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { apiKeys } from '#contract/accounts/api-keys.ts'
import { factors } from '#contract/accounts/factors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listFactors } from './factors.ts'
import { addPasskey, askPasskey, logInByPasskey, namePasskey, offerPasskey, removePasskey } from './passkeys.ts'
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './totp.ts'
import { listProofWays, mailProofCode, proveAgain } from './step-up.ts'
import { endKey, listKeys, makeKey } from './api-keys.ts'
import { actAs } from './act-as.ts'
import { changeEmail, changeOwnAccount, confirmEmail, setCookieChoice, setNotices, showAccount } from './own-account.ts'
import { askDelete, confirmDelete, previewEnds } from './deletion.ts'
import { endAllDevices, endDevice, endOtherDevices, listDevices, logIn, logOut, showMe } from './login.ts'
import { exportData, readExport } from './data-export.ts'
import { proveNumber, sendNumberCode } from './phone-numbers.ts'
import { showMailToStop, stopMail } from './unsubscribe.ts'
import { register } from './registration.ts'
import { changePassword, resetPassword, sendPasswordReset } from './passwords.ts'
import {
  claimSearchesHere,
  resendVerification,
  sendMagicLink,
  sendOwnVerification,
  spendLoginCode,
  spendMagicLink,
  spendProviderLink,
  verifyCode,
  verifyEmail,
} from './links.ts'
import { operatorPartners } from '#contract/accounts/partners.ts'
import {
  changePartner,
  endPartner,
  endPartnerKey,
  listPartners,
  makePartner,
  makePartnerKey,
  rotatePartnerKey,
  showPartner,
} from './partners.ts'

/** Partners and their keys, as the console has them. */
const partnerRoutes = serve(operatorPartners, {
  list: listPartners,
  show: showPartner,
  make: makePartner,
  change: changePartner,
  end: endPartner,
  makeKey: makePartnerKey,
  rotateKey: rotatePartnerKey,
  endKey: endPartnerKey,
})

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
