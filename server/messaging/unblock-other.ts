import { setBlock } from './set-block.ts'

/** Ends the caller's own block. */
export const unblockOther = setBlock(false)
