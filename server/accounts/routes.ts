import { account } from '#contract/accounts/account.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { apiKeys } from '#contract/accounts/api-keys.ts'
import { factors } from '#contract/accounts/factors.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { listFactors } from './factors.ts'
import {
  addPasskey,
  createPasskeyChallenge,
  logInByPasskey,
  renameOwnPasskey,
  createPasskeyOptions,
  removePasskey,
} from './passkeys.ts'
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from './totp.ts'
import { listProofWays, sendProofCode, proveAgain } from './step-up.ts'
import { endKey, listKeys, createApiKey } from './api-keys.ts'
import { startActingAs } from './act-as.ts'
import {
  changeEmail,
  changeOwnAccount,
  confirmEmail,
  setCookieChoice,
  setNotices,
  getAccountDetails,
} from './own-account.ts'
import { requestAccountDeletion, confirmDelete, previewEnds } from './deletion.ts'
import { endAllDevices, endDevice, endOtherDevices, listDevices, logIn, logOut, getSignedInUser } from './login.ts'
import { exportData, readExport } from './data-export.ts'
import { proveNumber, sendNumberCode } from './phone-numbers.ts'
import { getMailToStop, stopMail } from './unsubscribe.ts'
import { register } from './registration.ts'
import { changePassword, resetPassword, sendPasswordReset } from './passwords.ts'
import {
  claimSearchesHere,
  resendVerification,
  sendMagicLink,
  sendOwnVerification,
  redeemLoginCode,
  redeemMagicLink,
  redeemProviderLink,
  verifyCode,
  verifyEmail,
} from './links.ts'
import { operatorPartners } from '#contract/accounts/partners.ts'
import {
  changePartner,
  endPartner,
  endPartnerKey,
  listPartners,
  createPartner,
  createPartnerKey,
  rotatePartnerKey,
  getPartner,
} from './partners.ts'

const partnerRoutes = createRoutes(operatorPartners, {
  list: listPartners,
  show: getPartner,
  create: createPartner,
  change: changePartner,
  end: endPartner,
  createKey: createPartnerKey,
  rotateKey: rotatePartnerKey,
  endKey: endPartnerKey,
})

export const accountRoutes = [
  ...partnerRoutes,
  ...createRoutes(apiKeys, { list: listKeys, create: createApiKey, end: endKey }),
  ...createRoutes(factors, {
    list: listFactors,
    passkeyOptions: createPasskeyOptions,
    addPasskey,
    namePasskey: renameOwnPasskey,
    removePasskey,
    startTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes: replaceRecoveryCodes,
    createPasskeyChallenge,
    logInByPasskey,
    proofWays: listProofWays,
    mailProofCode: sendProofCode,
    prove: proveAgain,
  }),
  ...createRoutes(accounts, {
    register,
    login: logIn,
    logout: logOut,
    me: getSignedInUser,
    magicLink: sendMagicLink,
    redeemMagicLink,
    redeemCode: redeemLoginCode,
    redeemProviderLink,
    redeemLoginAs: startActingAs,
    forgotPassword: sendPasswordReset,
    resetPassword,
    verifyEmail,
    resendVerification,
  }),
  ...createRoutes(account, {
    show: getAccountDetails,
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
    mailToStop: getMailToStop,
    stopMail,
    sendNumberCode,
    proveNumber,
    exportMine: exportData,
    readExport,
    requestDeletion: requestAccountDeletion,
    confirmDelete,
  }),
]
