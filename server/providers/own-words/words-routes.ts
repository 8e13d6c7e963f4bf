import { operatorWords } from '#contract/providers/operator-words.ts'
import { ownWords } from '#contract/providers/own-words.ts'
import { serve } from '#server/platform/http/serve.ts'
import { approveWords } from './approve-words.ts'
import { listWords } from './list-words.ts'
import { sendBackWords } from './send-back-words.ts'
import { setLookFirst } from './set-look-first.ts'
import { setOwnWords } from './set-own-words.ts'
import { showOwnWords } from './show-own-words.ts'

export const wordsRoutes = [
  ...serve(ownWords, { show: showOwnWords, set: setOwnWords }),
  ...serve(operatorWords, { list: listWords, approve: approveWords, sendBack: sendBackWords, lookFirst: setLookFirst }),
]
