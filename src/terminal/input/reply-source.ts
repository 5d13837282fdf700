/** Where replies of the terminal come from. */
export interface ReplySource {
  /**
   * Gives `take` what the terminal answers to anything, until the function that is returned is called. While somebody waits
   * `waitsLonger`, an Escape waits longer for what would make it the beginning of an answer.
   */
  awaitReplies(take: (reply: string) => void, how?: { readonly waitsLonger: boolean }): () => void;
}
