import { bannedWords } from '#contract/providers/banned-words.ts'
import { operatorWords } from '#contract/providers/operator-words.ts'
import { ownWords } from '#contract/providers/own-words.ts'
import { ownAddOns } from '#contract/providers/add-ons.ts'
import { ownPackages } from '#contract/providers/packages.ts'
import { ownPatchTests } from '#contract/providers/patch-tests.ts'
import { ownTrials } from '#contract/providers/trials.ts'
import { serve } from '#server/platform/http/serve.ts'
import { setAddOns } from '#server/providers/selling/set-add-ons.ts'
import { setPackages } from '#server/providers/selling/set-packages.ts'
import { setPatchTests } from '#server/providers/selling/set-patch-tests.ts'
import { setTrials } from '#server/providers/trials/set-trials.ts'
import { showPatchTests } from '#server/providers/selling/show-patch-tests.ts'
import { showTrials } from '#server/providers/trials/show-trials.ts'
import { showAddOns } from '#server/providers/selling/show-add-ons.ts'
import { showPackages } from '#server/providers/selling/show-packages.ts'
import { addBanned } from './add-banned.ts'
import { approveWords } from './approve-words.ts'
import { listBanned } from './list-banned.ts'
import { listWords } from './list-words.ts'
import { removeBanned } from './remove-banned.ts'
import { sendBackWords } from './send-back-words.ts'
import { setLookFirst } from './set-look-first.ts'
import { setOwnWords } from './set-own-words.ts'
import { showOwnWords } from './show-own-words.ts'

export const wordsRoutes = [
  ...serve(ownWords, { show: showOwnWords, set: setOwnWords }),
  ...serve(ownPackages, { show: showPackages, set: setPackages }),
  ...serve(ownAddOns, { show: showAddOns, set: setAddOns }),
  ...serve(ownPatchTests, { show: showPatchTests, set: setPatchTests }),
  ...serve(ownTrials, { show: showTrials, set: setTrials }),
  ...serve(bannedWords, { list: listBanned, add: addBanned, remove: removeBanned }),
  ...serve(operatorWords, { list: listWords, approve: approveWords, sendBack: sendBackWords, lookFirst: setLookFirst }),
]
