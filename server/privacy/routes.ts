import { operatorDataRequests } from '#contract/operator/data-requests.ts'
import { personalData } from '#contract/privacy/personal-data.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { createDataRequest, downloadDataExport, listDataRequests } from './data-requests.ts'
import { findDataSubjects, setHoldOfAddress, showDataSubject } from './data-subjects.ts'
import {
  requestFromArtist,
  correctGuestEntry,
  correctVoucherEntry,
  eraseEntry,
  openPersonalData,
  readPersonalData,
  sendPersonalDataLink,
} from './personal-data.ts'

export const privacyRoutes = [
  ...createRoutes(personalData, {
    requestLink: sendPersonalDataLink,
    open: openPersonalData,
    read: readPersonalData,
    correctGuest: correctGuestEntry,
    correctVoucher: correctVoucherEntry,
    requestFromArtist,
    erase: eraseEntry,
  }),
  ...createRoutes(operatorDataRequests, {
    find: findDataSubjects,
    show: showDataSubject,
    list: listDataRequests,
    create: createDataRequest,
    download: downloadDataExport,
    setHold: setHoldOfAddress,
  }),
]
