/** Maximum pictures of a document or an appeal. */
export const mostPictures = 3
