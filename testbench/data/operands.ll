; Instructions whose operands are of several registers: what llc makes of it is read by
; testbench/study/kernel.rs, and judged by the registers that llc's own form of the same code has.
target triple = "amdgcn-amd-amdhsa"
@tile = internal addrspace(3) global [1024 x <4 x i32>] poison, align 16

define amdgpu_kernel void @operands(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %t
  %cell = getelementptr <4 x i32>, ptr addrspace(3) @tile, i32 %t
  br label %again

again:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %a4 = load volatile <4 x i32>, ptr addrspace(1) %at
  %at1 = getelementptr i8, ptr addrspace(1) %at, i32 64
  %b3 = load volatile <3 x i32>, ptr addrspace(1) %at1
  %at2 = getelementptr i8, ptr addrspace(1) %at, i32 128
  %e1 = load volatile double, ptr addrspace(1) %at2
  %at3 = getelementptr i8, ptr addrspace(1) %at, i32 192
  %e23 = load volatile <2 x double>, ptr addrspace(1) %at3
  %byte = load volatile i8, ptr addrspace(1) %at3
  store volatile <4 x i32> %a4, ptr addrspace(3) %cell
  %cell1 = getelementptr i8, ptr addrspace(3) %cell, i32 512
  store volatile double %e1, ptr addrspace(3) %cell1
  %l4 = load volatile <4 x i32>, ptr addrspace(3) %cell
  %l2 = load volatile <2 x i32>, ptr addrspace(3) %cell1
  ; Floats of 64 bits.
  %e2 = extractelement <2 x double> %e23, i32 0
  %e3 = extractelement <2 x double> %e23, i32 1
  %f1 = call double @llvm.fma.f64(double %e1, double %e2, double %e3)
  %f2 = fadd double %f1, %e1
  %f3 = fmul double %f2, %e2
  %f4 = fdiv double %f3, %e3
  %f5 = call double @llvm.sqrt.f64(double %f4)
  %f6 = call double @llvm.maxnum.f64(double %f5, double %f1)
  %f7 = call double @llvm.floor.f64(double %f6)
  %bigger = fcmp ogt double %f7, %f2
  %f8 = select i1 %bigger, double %f7, double %f3
  %s1 = fptrunc double %f8 to float
  %f9 = fpext float %s1 to double
  %i1 = fptosi double %f9 to i32
  %f10 = sitofp i32 %i1 to double
  %q1 = fptosi double %f10 to i64
  %f11 = uitofp i64 %q1 to double
  ; Integers of 64 bits.
  %a0 = extractelement <4 x i32> %a4, i32 0
  %a1 = extractelement <4 x i32> %a4, i32 1
  %w0 = zext i32 %a0 to i64
  %w1 = zext i32 %a1 to i64
  %q2 = mul i64 %w0, %w1
  %q3 = add i64 %q2, %q1
  %q4 = shl i64 %q3, %w1
  %q5 = lshr i64 %q4, 5
  %q6 = mul i64 %q5, %q3
  %less = icmp slt i64 %q6, %q2
  %q7 = select i1 %less, i64 %q6, i64 %q2
  %pop = call i64 @llvm.ctpop.i64(i64 %q7)
  %q8 = sub i64 %q7, %pop
  ; Approximations, halves, bits.
  %s2 = fdiv float %s1, 3.0
  %s3 = call float @llvm.sqrt.f32(float %s2)
  %s4 = call float @llvm.exp2.f32(float %s3)
  %s5 = call float @llvm.amdgcn.fract.f32(float %s4)
  %s6 = call float @llvm.amdgcn.fmed3.f32(float %s3, float %s4, float %s5)
  %r1 = bitcast float %s6 to i32
  %r2 = call i32 @llvm.amdgcn.perm(i32 %r1, i32 %a0, i32 %a1)
  %r3 = call i32 @llvm.amdgcn.ubfe.i32(i32 %r2, i32 %a0, i32 %a1)
  %r4 = call i32 @llvm.amdgcn.sad.u8(i32 %r3, i32 %r2, i32 %a0)
  %r5 = call i32 @llvm.fshr.i32(i32 %r4, i32 %r3, i32 %a1)
  %h1 = bitcast i32 %r5 to <2 x half>
  %h2 = bitcast i32 %r4 to <2 x half>
  %h3 = call <2 x half> @llvm.fma.v2f16(<2 x half> %h1, <2 x half> %h2, <2 x half> %h1)
  %s7 = call float @llvm.amdgcn.fdot2(<2 x half> %h3, <2 x half> %h2, float %s6, i1 false)
  ; Atomics, with and without what they return.
  %o1 = atomicrmw add ptr addrspace(1) %at, i32 %r5 syncscope("agent") monotonic
  %o2 = atomicrmw add ptr addrspace(1) %at1, i64 %q8 syncscope("agent") monotonic
  %o3 = atomicrmw umax ptr addrspace(1) %at2, i32 %o1 syncscope("agent") monotonic
  %pair = cmpxchg ptr addrspace(1) %at3, i64 %o2, i64 %q7 syncscope("agent") monotonic monotonic
  %o4 = extractvalue { i64, i1 } %pair, 0
  %o5 = atomicrmw add ptr addrspace(3) %cell, i32 %o3 syncscope("workgroup") monotonic
  %o6 = atomicrmw xchg ptr addrspace(3) %cell1, i64 %o4 syncscope("workgroup") monotonic
  %o7 = atomicrmw xor ptr addrspace(3) %cell, i32 %o5 syncscope("workgroup") monotonic
  ; Stores.
  %o8 = bitcast float %s7 to i32
  %v1 = insertelement <4 x i32> %l4, i32 %o8, i32 0
  %x2 = extractelement <2 x i32> %l2, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %x2, i32 2
  store volatile <4 x i32> %v2, ptr addrspace(1) %at
  %v3 = insertelement <3 x i32> %b3, i32 %o7, i32 1
  store volatile <3 x i32> %v3, ptr addrspace(1) %at1
  store volatile double %f11, ptr addrspace(1) %at2
  store volatile i64 %o6, ptr addrspace(1) %at3
  store volatile i8 %byte, ptr addrspace(1) %at2
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, %n
  br i1 %ends, label %done, label %again

done:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.amdgcn.fract.f32(float)
declare float @llvm.amdgcn.fmed3.f32(float, float, float)
declare i32 @llvm.amdgcn.perm(i32, i32, i32)
declare i32 @llvm.amdgcn.ubfe.i32(i32, i32, i32)
declare i32 @llvm.amdgcn.sad.u8(i32, i32, i32)
declare float @llvm.amdgcn.fdot2(<2 x half>, <2 x half>, float, i1)
