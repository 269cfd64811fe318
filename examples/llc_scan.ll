; The sum s of all threads up to each one, by DPP; where it is odd 3s + 1 in its place. A shader: its
; argument comes in v0 and its result goes out in v0, so that it needs no memory.
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)

define amdgpu_ps float @scan(i32 %word) {
entry:
  %from1 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %word, i32 273, i32 15, i32 15, i1 false)
  %sum1 = add i32 %word, %from1
  %from2 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %sum1, i32 274, i32 15, i32 15, i1 false)
  %sum2 = add i32 %sum1, %from2
  %from4 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %sum2, i32 276, i32 15, i32 15, i1 false)
  %sum4 = add i32 %sum2, %from4
  %from8 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %sum4, i32 280, i32 15, i32 15, i1 false)
  %sum8 = add i32 %sum4, %from8
  %from15 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %sum8, i32 322, i32 10, i32 15, i1 false)
  %sum16 = add i32 %sum8, %from15
  %from31 = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %sum16, i32 323, i32 12, i32 15, i1 false)
  %sum = add i32 %sum16, %from31
  %is_odd_bit = and i32 %sum, 1
  %is_odd = icmp ne i32 %is_odd_bit, 0
  br i1 %is_odd, label %odd, label %done

odd:
  %triple = mul i32 %sum, 3
  %next = add i32 %triple, 1
  br label %done

done:
  %result = phi i32 [ %sum, %entry ], [ %next, %odd ]
  %float = bitcast i32 %result to float
  ret float %float
}
